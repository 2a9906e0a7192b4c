/** @file The HTTP device API: the paths for devices that speak no MQTT. The access token is part of the path. */

const base = '/api/v1/:deviceToken'

/** Paths, with `:deviceToken` in place of the token. */
export const DEVICE_API = {
  telemetry: `${base}/telemetry`,
  attributes: `${base}/attributes`,
  attributeUpdates: `${base}/attributes/updates`,
} as const

/** How long the platform waits for a change of shared attributes if the device names no timeout, milliseconds. */
export const UPDATES_DEFAULT_TIMEOUT_MS = 60_000
