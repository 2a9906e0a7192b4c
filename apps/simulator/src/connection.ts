/**
 * @file The connection of one controller to its platform: connects, requests the settings, receives pushes, and
 * reconnects after a loss.
 */
import { attributesRequestTopic, attributesResponseTopic, TOPICS } from '@greenwave/contract/wire/topics'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { connect, type MqttClient } from 'mqtt'
import type { ControllerLogin } from './credentialsFile.ts'

/** Seconds until the first retry. */
const FIRST_SECONDS = 1
/** Longest wait between two tries, seconds; a platform that comes back is found within this time. */
const LONGEST_SECONDS = 30

/**
 * Returns how long to wait after a number of failures in a row, milliseconds. The wait doubles up to 30 s; its random
 * half keeps a fleet from reconnecting all at once. `random` is 0..1.
 */
export function backoffMs(failures: number, random: number): number {
  const seconds = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.max(0, failures - 1))
  return Math.round(seconds * 1000 * (0.5 + random / 2))
}

/** The options of a connection. */
export interface ConnectionOptions {
  readonly url: string
  readonly login: ControllerLogin
  readonly qos: 0 | 1
  readonly protocolVersion: 4 | 5
  /** The shared attributes that it requests. */
  readonly sharedKeys: readonly string[]
  /** Called before each try; false delays the try, so that a fleet does not connect all at once. */
  readonly mayConnect: () => boolean
  /** Called with its shared attributes after a connect; twice, because they are requested twice. */
  readonly onRead: (shared: AttributeValues) => void
  /** Called with changed shared attributes. */
  readonly onPush: (push: AttributeValues) => void
  readonly onAcknowledged: () => void
}

/** The connection of a controller. */
export interface Connection {
  /** Connects or disconnects as wanted; call it once a second. */
  poll(wanted: boolean): void
  /** True when the platform has answered with the settings; from then on the controller publishes. */
  readonly ready: boolean
  /**
   * When it became ready, milliseconds of running, or 0. What was published on an earlier connection does not count for a
   * new one.
   */
  readonly readySince: number
  /** Why the last try failed or the connection was lost; undefined while connected. */
  readonly problem: string | undefined
  /** Whether the platform refused the last try. */
  readonly refused: boolean
  /**
   * Publishes if connected, and returns whether it did. What cannot be sent now is dropped, because the next second
   * brings newer values.
   */
  publish(topic: 'telemetry' | 'attributes', payload: unknown): boolean
  /** Disconnects properly, or cuts the connection if the platform does not answer. */
  end(): Promise<void>
}

/** With this many unacknowledged messages the platform cannot keep up; further ones would be old when they arrive. */
const MOST_UNACKNOWLEDGED = 20
/** Timeout of the settings before they are requested again, milliseconds. */
const ANSWER_WITHIN_MS = 10_000
/**
 * When the settings are requested once more, milliseconds. On ThingsBoard a SUBACK does not mean that the subscription
 * works: one in ten writes half a second later is not pushed, and the first answer does not include it yet.
 */
const ASK_AGAIN_AFTER_MS = 2000
const LEAVE_WITHIN_MS = 2000

/** Creates a connection; it connects with its first poll. Its times are those of running, which no clock that is set changes. */
export function createConnection(options: ConnectionOptions): Connection {
  let client: MqttClient | undefined
  let readySince = 0
  let askedAtMs = 0
  let askAgainAtMs = 0
  let requestId = 0
  let failures = 0
  let retryAtMs = 0
  let unacknowledged = 0
  let problem: string | undefined
  let refused = false

  function open(): void {
    const { clientId, userName, password } = options.login
    const opened = connect(options.url, {
      ...(clientId === undefined ? {} : { clientId }),
      ...(userName === undefined ? {} : { username: userName }),
      ...(password === undefined ? {} : { password }),
      protocolVersion: options.protocolVersion,
      // Uses a new client for each try: MQTT.js would resend what a lost connection left unsent, as if it were new.
      reconnectPeriod: 0,
      connectTimeout: 15_000,
      keepalive: 60,
      timerVariant: 'native',
    })
    client = opened
    unacknowledged = 0
    refused = false
    opened.on('connect', () => {
      opened.subscribe([TOPICS.attributes, TOPICS.attributesResponseFilter], { qos: 1 }, (error) => {
        if (error) lose(opened, error.message)
        else {
          ask(opened)
          askAgainAtMs = performance.now() + ASK_AGAIN_AFTER_MS
        }
      })
    })
    opened.on('message', (topic, payload) => hear(topic, payload))
    opened.on('error', (error) => {
      problem = error.message
      refused = isRefusal(error)
    })
    opened.on('close', () => lose(opened, problem ?? 'connection closed by the platform'))
  }

  function ask(asking: MqttClient): void {
    requestId += 1
    askedAtMs = performance.now()
    const request = JSON.stringify({ sharedKeys: options.sharedKeys.join(',') })
    asking.publish(attributesRequestTopic(requestId), request, { qos: options.qos })
  }

  function hear(topic: string, payload: Buffer): void {
    const values = parseObject(payload)
    if (!values) return
    if (topic === TOPICS.attributes) options.onPush(values)
    if (topic === attributesResponseTopic(requestId)) {
      if (readySince === 0) readySince = performance.now()
      failures = 0
      problem = undefined
      options.onRead(parseShared(values))
    }
  }

  function lose(lost: MqttClient, why: string): void {
    if (client !== lost) return
    client = undefined
    readySince = 0
    askAgainAtMs = 0
    failures += 1
    problem = why
    retryAtMs = performance.now() + backoffMs(failures, Math.random())
    lost.end(true)
  }

  return {
    get ready() {
      return readySince !== 0
    },
    get readySince() {
      return readySince
    },
    get problem() {
      return problem
    },
    get refused() {
      return refused
    },
    poll(wanted) {
      const nowMs = performance.now()
      if (!wanted && client) {
        lose(client, 'set to be away')
        failures = 0
        retryAtMs = 0
      }
      if (wanted && !client && nowMs >= retryAtMs && options.mayConnect()) open()
      if (client?.connected && readySince === 0 && askedAtMs > 0 && nowMs - askedAtMs > ANSWER_WITHIN_MS) ask(client)
      if (client?.connected && readySince !== 0 && askAgainAtMs > 0 && nowMs >= askAgainAtMs) {
        askAgainAtMs = 0
        ask(client)
      }
    },
    publish(topic, payload) {
      if (!client?.connected || readySince === 0 || unacknowledged >= MOST_UNACKNOWLEDGED) return false
      const publishing = client
      unacknowledged += 1
      publishing.publish(TOPICS[topic], JSON.stringify(payload), { qos: options.qos }, (error) => {
        if (client === publishing) unacknowledged -= 1
        if (!error) options.onAcknowledged()
      })
      return true
    },
    async end() {
      const leaving = client
      client = undefined
      readySince = 0
      if (!leaving) return
      const left = Promise.withResolvers<void>()
      const impatient = setTimeout(() => leaving.end(true, () => left.resolve()), LEAVE_WITHIN_MS)
      leaving.end(!leaving.connected, () => left.resolve())
      await left.promise
      clearTimeout(impatient)
    },
  }
}

/**
 * Returns true for a refusal by the platform: MQTT.js gives it a number as code, and network errors a text
 * (`ECONNREFUSED`).
 */
function isRefusal(error: Error): boolean {
  return 'code' in error && typeof error.code === 'number'
}

function parseObject(payload: Buffer): AttributeValues | undefined {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function parseShared(answer: AttributeValues): AttributeValues {
  return isObject(answer.shared) ? answer.shared : {}
}

function isObject(value: unknown): value is AttributeValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
