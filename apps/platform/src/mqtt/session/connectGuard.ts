import { GUESS_LIMITS, type GuessLimits } from './guessLimits.ts'

/** Slows down attempts to guess the passwords of devices. */
export interface ConnectGuard {
  /** Returns whether a password for this device, sent from this address, may be checked now. */
  mayTry(deviceId: string, address: string): boolean
  /**
   * Counts a refusal and returns how long its answer must wait, milliseconds.
   * @param deviceId the device whose password was wrong; undefined when there is no such device
   */
  refused(deviceId: string | undefined, address: string): number
  /** Records that the device signed in from this address. */
  accepted(deviceId: string, address: string): void
  /** Takes a place for a waiting answer, which becomes free after this time; returns false when too many wait. */
  hold(address: string, forMs: number): boolean
}

/** A count that decreases with time. */
interface Level {
  count: number
  at: number
}

/**
 * Creates a guard. As far as possible, a right password is never refused because others sent wrong ones: a password
 * that is checked and right is accepted at once, and only answers to wrong ones wait. For one device's password, an
 * address has a few tries and then one now and then, and all addresses together have little more. A password for a
 * device that has signed in from the same address before is always checked, because the controllers of a city may share
 * an address with the attacker.
 * @param now returns epoch milliseconds
 */
export function createConnectGuard(now: () => number, limits: GuessLimits = GUESS_LIMITS): ConnectGuard {
  const ofPair = new Map<string, Level>()
  const ofDevice = new Map<string, Level>()
  const ofAddress = new Map<string, Level>()
  const known = new Map<string, true>()
  const held = new Map<string, number>()
  let allHeld = 0

  function levelOf(levels: Map<string, Level>, key: string, sinksPerSecond: number): number {
    const level = levels.get(key)
    if (level === undefined) return 0
    // Otherwise a clock that was set back would hold the level for as long as it was ahead.
    level.at = Math.min(level.at, now())
    return Math.max(0, level.count - ((now() - level.at) / 1000) * sinksPerSecond)
  }
  function raise(levels: Map<string, Level>, key: string, sinksPerSecond: number, most: number): number {
    const count = Math.min(most, levelOf(levels, key, sinksPerSecond) + 1)
    remember(levels, key, { count, at: now() })
    return count
  }
  function remember<V>(map: Map<string, V>, key: string, value: V): void {
    map.delete(key)
    map.set(key, value)
    const [oldest] = map.size > limits.remembered ? map.keys() : []
    if (oldest !== undefined) map.delete(oldest)
  }
  const pair = (deviceId: string, address: string): string => `${deviceId} ${address}`

  function mayTry(deviceId: string, address: string): boolean {
    if (known.has(pair(deviceId, address))) return true
    const { pair: own, device } = limits
    if (levelOf(ofPair, pair(deviceId, address), own.perSecond) > own.atOnce - 1) return false
    return levelOf(ofDevice, deviceId, device.perSecond) <= device.atOnce - 1
  }

  return {
    mayTry,
    refused(deviceId, address) {
      // A password that was not checked does not count: it would only delay the next check.
      if (deviceId !== undefined && !known.has(pair(deviceId, address)) && mayTry(deviceId, address)) {
        raise(ofPair, pair(deviceId, address), limits.pair.perSecond, limits.pair.atOnce)
        raise(ofDevice, deviceId, limits.device.perSecond, limits.device.atOnce)
      }
      const { free, perSecond, firstMs, slowestMs, doublesEvery } = limits.answer
      const most = free + 1 + doublesEvery * Math.log2(slowestMs / Math.max(1, firstMs))
      const over = raise(ofAddress, address, perSecond, most) - free
      return over <= 0 ? 0 : Math.min(slowestMs, Math.round(firstMs * 2 ** (over / doublesEvery)))
    },
    accepted(deviceId, address) {
      ofPair.delete(pair(deviceId, address))
      remember(known, pair(deviceId, address), true)
    },
    hold(address, forMs) {
      const own = held.get(address) ?? 0
      if (own >= limits.heldOfAddress || allHeld >= limits.held) return false
      held.set(address, own + 1)
      allHeld += 1
      setTimeout(() => {
        allHeld -= 1
        const left = (held.get(address) ?? 1) - 1
        if (left > 0) held.set(address, left)
        else held.delete(address)
      }, forMs).unref()
      return true
    },
  }
}
