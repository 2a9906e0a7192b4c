/**
 * @file The HTTP API for devices that do not use MQTT. A device is identified by its access token, which is in the
 * path; a device with MQTT_BASIC credentials has none. What devices send passes the same checks as over MQTT, and is
 * answered when it is on disk.
 */

import type { AttributeScope } from '@greenwave/contract/wire/attributes'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { DEVICE_API, UPDATES_DEFAULT_TIMEOUT_MS } from '@greenwave/contract/wire/deviceApi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Activity } from '../activity/activity.ts'
import { addressGroup } from '../connections/addressGroup.ts'
import type { DeviceData } from '../data/port/deviceData.ts'
import { numberOf } from '../data/values/numberLiteral.ts'
import { PayloadRefused } from '../data/values/valueTyping.ts'
import { TextRefusal } from '../http/errorAnswers.ts'
import { parseList, parseInteger } from '../http/queryValues.ts'
import { LIMITS } from '../limits/limits.ts'
import type { WriteQuota } from '../limits/writeQuota.ts'
import { receiveAttributes } from '../mqtt/uplinks/attributes.ts'
import { receiveTelemetry } from '../mqtt/uplinks/telemetry.ts'
import type { Store } from '../store/openStore.ts'
import { AttributeWaits } from './attributeWaits.ts'
import { WrongTokens } from './wrongTokens.ts'

/** The parts of the platform that the device API uses. */
export interface DeviceApiDeps {
  readonly data: DeviceData
  readonly credentials: Pick<Store['credentials'], 'byCredentialsId'>
  readonly activity: Pick<Activity, 'heard'>
  /** Quota of devices' writes, shared with their other ways to send. */
  readonly writes: WriteQuota
  /** Returns epoch milliseconds; tests pass their own clock. */
  readonly now?: () => number
}

type Query = Readonly<Record<string, string | string[] | undefined>>

/** Adds the device API to an HTTP server; waiting requests end with the server. */
export function registerDeviceApi(
  app: FastifyInstance,
  { data, credentials, activity, writes, now = Date.now }: DeviceApiDeps,
): void {
  const wrongTokens = new WrongTokens(now)
  const waits = new AttributeWaits(data)
  app.addHook('preClose', async () => waits.close())

  const deviceOf = (token: string): string | undefined => {
    const found = credentials.byCredentialsId(token)
    return found?.credentialsType === 'ACCESS_TOKEN' ? found.deviceId.id : undefined
  }

  /** Returns the device that makes a request, and records that it was heard. @throws {TextRefusal} */
  function deviceThatAsks(request: FastifyRequest): { deviceId: string; heardAt: number } {
    const address = addressGroup(request.ip)
    if (wrongTokens.isBlocked(address)) throw new TextRefusal(429, 'Too many wrong tokens from this address!')
    const deviceId = deviceOf(tokenOf(request))
    if (deviceId === undefined) {
      wrongTokens.count(address)
      throw new TextRefusal(401, '')
    }
    const heardAt = now()
    const attributes = data.attributes(deviceId, 'SERVER_SCOPE')
    const last = numberOf(attributes.get(CONNECTIVITY_KEYS.lastActivityTime)?.value) ?? 0
    const isActive = attributes.get(CONNECTIVITY_KEYS.active)?.value === true
    if (!isActive || Math.abs(heardAt - last) >= LIMITS.deviceApiHeardMs.value) activity.heard(deviceId, heardAt)
    return { deviceId, heardAt }
  }

  /** Stores what a device sent, and answers when it is on disk. */
  function storing(receive: typeof receiveTelemetry) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const device = deviceThatAsks(request)
      const over = writes.byDevice(device.deviceId, Buffer.byteLength(request.bodyText))
      if (over) {
        reply.header('retry-after', over.retryAfterS)
        throw new TextRefusal(429, over.message)
      }
      try {
        await receive({ data }, device, request.bodyText)
      } catch (error) {
        if (error instanceof PayloadRefused) throw new TextRefusal(400, error.message)
        throw error
      }
      return reply.send()
    }
  }

  function answerAttributes(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { deviceId } = deviceThatAsks(request)
    const { clientKeys, sharedKeys } = request.query as Query
    const isAll = clientKeys === undefined && sharedKeys === undefined
    const answer = {
      ...side('client', 'CLIENT_SCOPE', clientKeys),
      ...side('shared', 'SHARED_SCOPE', sharedKeys),
    }
    return reply.type('application/json').send(JSON.stringify(answer))

    function side(name: string, scope: AttributeScope, keys: Query[string]): Record<string, object> {
      if (!isAll && keys === undefined) return {}
      const stored = data.attributes(deviceId, scope)
      const wanted = isAll ? [...stored.keys()] : parseList(keys)
      const found = wanted.flatMap((key) => {
        const value = stored.get(key)
        return value === undefined ? [] : [[key, value.value] as const]
      })
      return found.length === 0 ? {} : { [name]: Object.fromEntries(found) }
    }
  }

  async function answerNextChange(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { deviceId } = deviceThatAsks(request)
    const { timeout } = request.query as Query
    const asked = parseInteger({ timeout: typeof timeout === 'string' ? timeout : undefined }, 'timeout') ?? 0
    const waitMs = Math.min(LIMITS.deviceApiWaitMs.value, asked > 0 ? asked : UPDATES_DEFAULT_TIMEOUT_MS)
    const outcome = await waits.next(deviceId, waitMs, (abort) => reply.raw.once('close', abort))
    if (outcome === 'tooMany') throw new TextRefusal(429, 'Too many questions wait already!')
    // The token may have been replaced while the device waited.
    if (outcome === 'gone' || deviceOf(tokenOf(request)) !== deviceId) throw new TextRefusal(401, '')
    if (outcome === 'timeout') return reply.code(408).send()
    return reply.type('application/json').send(outcome.change)
  }

  const hidden = { schema: { hide: true }, bodyLimit: LIMITS.deviceApiBodyBytes.value }
  app.post(DEVICE_API.telemetry, hidden, storing(receiveTelemetry))
  app.post(DEVICE_API.attributes, hidden, storing(receiveAttributes))
  app.get(DEVICE_API.attributes, hidden, answerAttributes)
  app.get(DEVICE_API.attributeUpdates, hidden, answerNextChange)
}

function tokenOf(request: FastifyRequest): string {
  const { deviceToken } = request.params as { deviceToken?: string }
  return deviceToken ?? ''
}
