// What a user of the library sees beside it: commands, events, symbols and geometry, light.
@_exported public import Commands
@_exported public import Delivery
@_exported public import Monitoring
@_exported public import Symbols
