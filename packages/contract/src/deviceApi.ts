/** @file The HTTP device API: what a device that speaks no MQTT posts and asks, with its access token in the path. */

const base = '/api/v1/:deviceToken'

/** Paths with `:deviceToken` for the token. */
export const DEVICE_API = {
  telemetry: `${base}/telemetry`,
  attributes: `${base}/attributes`,
  attributeUpdates: `${base}/attributes/updates`,
} as const

/** How long a device waits for a change of its shared attributes unless it says otherwise, milliseconds. */
export const UPDATES_DEFAULT_TIMEOUT_MS = 60_000
