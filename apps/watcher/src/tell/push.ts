/** Messages by web push (RFC 8030, 8291, 8292). */
import { createECDH } from 'node:crypto'
import type { PushSubscriptionRow } from '@greenwave/contract/records/notify'
import { subscriptionMark } from '@greenwave/contract/records/notifyRecords'
import { type Channel, SendFailure } from './channel.ts'
import type { Message } from './message.ts'

/** The push services of the browsers in use; the setting replaces them. */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

/** Keys of an installation for web push. */
export interface PushServer {
  /** Private key on the curve P-256, base64url. */
  readonly privateKey: string
  /** How push services reach whoever runs it: `mailto:` or `https:`. */
  readonly contact: string
  /** Hosts of push services, as `parsePushHosts` returns them. */
  readonly hosts: readonly string[]
}

/** Length of a private key on that curve, bytes. */
const KEY_BYTES = 32
/** A message waits so long for a browser that is not connected, seconds. */
const WAITS_SECONDS = 4 * 3600
const ANSWER_WITHIN_MS = 8_000
/** Longest text of a message: push services take 4 KB. Characters. */
const LONGEST_BODY = 900
/** Browsers that are remembered as gone. */
const MOST_ENDED = 10_000

/**
 * Returns whether the address of a subscription is of one of these push services: whoever is signed in chooses it, and
 * must not reach what only this machine reaches.
 */
export function isPushAddress(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  return hosts.some((host) => {
    if (host.includes('://')) return origin === host
    if (protocol !== 'https:' || port !== '') return false
    return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
  })
}

/** Returns the public key of a private one, base64url; undefined for what is no private key. */
export function publicKeyOf(privateKey: string): string | undefined {
  const key = Buffer.from(privateKey, 'base64url')
  if (key.length !== KEY_BYTES) return undefined
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(key)
    return pair.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

/** Returns the channel that sends by web push to all browsers of a user. */
export function pushChannel({ privateKey, contact, hosts }: PushServer): Channel {
  // They are not asked again, until their user removes them or this process ends.
  const ended = new Set<string>()
  const vapidDetails = { subject: contact, publicKey: publicKeyOf(privateKey) ?? '', privateKey }

  /** Resolves with whether the browser is still there. Rejects with SendFailure. */
  async function sendTo({ endpoint, p256dh, auth }: PushSubscriptionRow, { push }: Message): Promise<boolean> {
    if (!isPushAddress(endpoint, hosts)) throw new SendFailure('host', new URL(endpoint).host)
    const payload = JSON.stringify({ ...push, body: push.body.slice(0, LONGEST_BODY) })
    const { headers, body } = await detailsOf()
    const response = await post()
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) return false
    if (!response.ok) throw new SendFailure('refused', `HTTP ${response.status}`)
    return true

    async function detailsOf() {
      // Loaded for the first message, as the sender of e-mail is.
      const { default: webPush } = await import('web-push')
      try {
        const options = { vapidDetails, TTL: WAITS_SECONDS, urgency: push.urgent ? 'high' : 'normal' } as const
        return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options)
      } catch (error) {
        throw new SendFailure('recipient', error instanceof Error ? error.message : String(error))
      }
    }

    async function post(): Promise<Response> {
      try {
        const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
        // A push service that points elsewhere is followed nowhere.
        return await fetch(endpoint, { method: 'POST', headers, body, redirect: 'error', signal })
      } catch (error) {
        throw new SendFailure('unreachable', error instanceof Error ? error.message : String(error))
      }
    }
  }

  return {
    async send({ rules: { subscriptions } }, message) {
      const alive = subscriptions.filter(({ endpoint }) => !ended.has(subscriptionMark(endpoint)))
      const results = await Promise.allSettled(alive.map((one) => sendTo(one, message)))
      const gone = alive.filter((_, nth) => isGone(results[nth])).map(({ endpoint }) => subscriptionMark(endpoint))
      if (ended.size > MOST_ENDED) ended.clear()
      for (const mark of gone) ended.add(mark)
      if (results.some((result) => result.status === 'fulfilled' && result.value)) return { gone }
      const failed = results.find((result) => result.status === 'rejected')
      if (!failed) throw new SendFailure('gone', '', gone)
      throw failed.reason instanceof SendFailure
        ? new SendFailure(failed.reason.problem, failed.reason.message, gone)
        : failed.reason
    },
    close: () => {},
  }
}

function isGone(result: PromiseSettledResult<boolean> | undefined): boolean {
  return result?.status === 'fulfilled' && !result.value
}
