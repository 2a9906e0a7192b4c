/** The incidents of the connection and of deliveries as the oracle has them. */
import { allDeliveries } from '@greenwave/controller/settingTable/delivery'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Episode, History } from './history.ts'
import { GAP, hasSettings } from './oracleSeconds.ts'

/** Returns the episodes of the incidents of the connection and of deliveries. */
export function ofConnection(history: History): readonly Episode[] {
  const found: Episode[] = []
  let link: { connected: boolean | null; sinceMs: number | null } = { connected: null, sinceMs: null }
  let attributes: { shared: TimedValues; client: TimedValues } | null = null
  let lampsMs: number | null = null
  let heardMs: number | null = null
  const [first] = history
  let watchedMs = first ? (first.kind === 'message' ? first.message.ts : first.atMs) : 0
  const offline = { openMs: null as number | null, sinceMs: null as number | null, clearMs: null as number | null }
  const silent = { openMs: null as number | null, clearMs: null as number | null }
  const untaken = { openMs: null as number | null, sinceMs: null as number | null }
  let count = 0
  let pending = false
  const deliver = (atMs: number) => {
    const states =
      attributes && hasSettings(attributes) && link.connected === true
        ? allDeliveries({
            desired: attributes.shared,
            reported: attributes.client,
            connected: true,
            connectedSinceMs: link.sinceMs ?? undefined,
            nowMs: atMs,
          }).map((one) => one.state)
        : []
    count = states.filter((state) => state === 'differs' || state === 'notConfirmed').length
    pending = states.includes('sent')
  }
  for (const input of history) {
    if (input.kind === 'message') {
      const { counts, receivedMs } = input.message
      heardMs = Math.max(heardMs ?? 0, receivedMs)
      if (counts.some((one) => one >= 0)) lampsMs = Math.max(lampsMs ?? 0, receivedMs)
      continue
    }
    const { atMs } = input
    if (input.kind === 'link') link = input.link
    if (input.kind === 'attributes') attributes = input.attributes
    if (input.kind === 'gap') watchedMs = atMs
    if (input.kind !== 'tick' || pending) deliver(atMs)
    const wasHeard = heardMs !== null || link.sinceMs !== null || link.connected === true
    if (!attributes || !hasSettings(attributes) || !wasHeard) continue

    const speaks = heardMs !== null && atMs - heardMs <= GAP
    const lastSign = Math.max(heardMs ?? 0, link.sinceMs ?? 0)
    const isDead = link.connected === true && !speaks && lastSign > 0 && atMs - lastSign >= 30_000
    const isThere = speaks || (link.connected === true && !isDead)
    const goneSince = isThere
      ? null
      : isDead
        ? lastSign
        : link.connected === false && link.sinceMs !== null
          ? Math.max(link.sinceMs, heardMs ?? 0)
          : heardMs
    if (isThere) {
      offline.sinceMs = null
      if (offline.openMs !== null) {
        offline.clearMs ??= atMs
        if (atMs - offline.clearMs >= 5000) {
          found.push({ code: 'offline', raisedMs: offline.openMs, clearedMs: atMs })
          offline.openMs = null
          offline.clearMs = null
        }
      }
    } else if (goneSince !== null) {
      offline.sinceMs ??= goneSince
      offline.clearMs = null
      if (offline.openMs === null && atMs - Math.max(offline.sinceMs, watchedMs) >= 30_000) {
        offline.openMs = atMs
        if (silent.openMs !== null) found.push({ code: 'silent', raisedMs: silent.openMs, clearedMs: atMs })
        silent.openMs = null
      }
    }

    const shines = lampsMs !== null && atMs - lampsMs <= GAP
    const isQuiet =
      link.connected === true &&
      offline.openMs === null &&
      atMs - Math.max(lampsMs ?? 0, link.sinceMs ?? 0, watchedMs) >= 10_000
    if (shines) {
      if (silent.openMs !== null) {
        silent.clearMs ??= atMs
        if (atMs - silent.clearMs >= 5000) {
          found.push({ code: 'silent', raisedMs: silent.openMs, clearedMs: atMs })
          silent.openMs = null
          silent.clearMs = null
        }
      }
    } else if (link.connected === true && offline.openMs === null) {
      silent.clearMs = null
      if (isQuiet) silent.openMs ??= atMs
    }

    if (count === 0 || offline.openMs !== null) {
      if (untaken.openMs !== null) found.push({ code: 'not-taken', raisedMs: untaken.openMs, clearedMs: atMs })
      untaken.openMs = null
      untaken.sinceMs = null
    } else {
      untaken.sinceMs ??= atMs
      if (atMs - untaken.sinceMs >= 60_000) untaken.openMs ??= atMs
    }
  }
  if (offline.openMs !== null) found.push({ code: 'offline', raisedMs: offline.openMs, clearedMs: null })
  if (silent.openMs !== null) found.push({ code: 'silent', raisedMs: silent.openMs, clearedMs: null })
  if (untaken.openMs !== null) found.push({ code: 'not-taken', raisedMs: untaken.openMs, clearedMs: null })
  return found
}
