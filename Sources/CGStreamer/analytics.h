#pragma once
// Detections as GStreamer's analytics library tells them, where it is there (1.24 and later).
#include <gst/gst.h>

typedef struct {
    gint x, y, width, height;
    // Names of fixed sets only: quarks are never freed.
    const char *kind, *label;
    guint64 track;
    GstClockTime first_seen, last_seen;
} LumascanDetection;

#if __has_include(<gst/analytics/analytics.h>)
#include <gst/analytics/analytics.h>

// Adds object detection, classification and tracking metadata of one object, related to each other.
static inline void lumascan_attach_detection(GstBuffer *buffer, const LumascanDetection *detection) {
    GstAnalyticsRelationMeta *relations = gst_buffer_get_analytics_relation_meta(buffer);
    if (relations == NULL) relations = gst_buffer_add_analytics_relation_meta(buffer);
    GstAnalyticsODMtd object;
    GstAnalyticsClsMtd label;
    GstAnalyticsTrackingMtd tracking;
    if (relations == NULL ||
        !gst_analytics_relation_meta_add_od_mtd(relations, g_quark_from_string(detection->kind), detection->x,
            detection->y, detection->width, detection->height, 1, &object))
        return;
    if (gst_analytics_relation_meta_add_one_cls_mtd(relations, 1, g_quark_from_string(detection->label), &label))
        gst_analytics_relation_meta_set_relation(relations, GST_ANALYTICS_REL_TYPE_RELATE_TO, object.id, label.id);
    if (gst_analytics_relation_meta_add_tracking_mtd(relations, detection->track, detection->first_seen, &tracking)) {
        gst_analytics_tracking_mtd_update_last_seen(&tracking, detection->last_seen);
        gst_analytics_relation_meta_set_relation(relations, GST_ANALYTICS_REL_TYPE_RELATE_TO, object.id, tracking.id);
    }
}
#else
static inline void lumascan_attach_detection(GstBuffer *buffer, const LumascanDetection *detection) {}
#endif
