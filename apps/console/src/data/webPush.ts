/** Web push in this browser: the service worker, and the subscription that the push service of the browser gave. */
import type { PushSubscriptionRow } from '@greenwave/contract/records/notify'
import { WORKER } from './releases.ts'

/** Returns whether this browser can get web push at this address. */
export function hasPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && window.isSecureContext
}

/** Returns the address at which this browser gets web push; null if it gets none. */
export async function pushEndpoint(): Promise<string | null> {
  return (await ownSubscription())?.endpoint ?? null
}

/**
 * Subscribes this browser to the messages of an installation, by its public key. Rejects with the browser's error when
 * its push service refuses or cannot be reached.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionRow> {
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  await navigator.serviceWorker.ready
  // A subscription with the key of another or an earlier installation would receive nothing.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  const { keys } = subscription.toJSON()
  return {
    endpoint: subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    label: browserName(navigator.userAgent),
    at: Date.now(),
  }
}

/** Ends the subscription of this browser, if it has one. Its push service notifies the installation. */
export async function endPush(): Promise<void> {
  if (hasPush()) await (await ownSubscription())?.unsubscribe()
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** Returns the name of a browser from its user agent: 'Chrome, Android'. */
export function browserName(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1])
  return named.filter(Boolean).join(', ') || 'Browser'
}
