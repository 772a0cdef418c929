public enum LumaRange: Sendable { case full, limited }
