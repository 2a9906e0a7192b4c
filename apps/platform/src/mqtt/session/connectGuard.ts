import { GUESS_LIMITS, type GuessLimits } from './limits.ts'

/** Slows whoever guesses passwords of devices. */
export interface ConnectGuard {
  /** Whether a password for this device, sent from this address, may be looked at now. */
  mayTry(deviceId: string, address: string): boolean
  /**
   * Counts a refusal. Returns how long its answer has to wait, milliseconds.
   * @param deviceId whose password was wrong; undefined: there is no such device
   */
  refused(deviceId: string | undefined, address: string): number
  /** The device came in from this address: from now on it is known there. */
  accepted(deviceId: string, address: string): void
  /** Takes a place for an answer that waits; false when too many wait already. The place is free again after that time. */
  hold(address: string, forMs: number): boolean
}

/** A count that sinks with time. */
interface Level {
  count: number
  at: number
}

/**
 * A right password is never refused for what others did with wrong ones, as far as that can be: what is looked at and right is taken
 * at once, and only answers to wrong ones wait. To guess one device's password, an address has a few tries and then one now and
 * then, and all addresses together have little more. A device that came in from an address before is always looked at there:
 * the controllers of a city may share their address with the guesser.
 * @param now the clock, epoch milliseconds
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
    // A clock that was set back would hold the level for as long as it was ahead.
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
      // What was not looked at counts for nothing: it would only put off the next that is.
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
