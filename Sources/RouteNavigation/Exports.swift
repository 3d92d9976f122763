// An app that imports RouteNavigation names parameters, resolutions and the client without importing more.
@_exported public import RouteClient
@_exported public import RouteModel
