/** @file Attackers that open connections and stay silent, and newcomers who connect meanwhile from another address. */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type AttackOptions, beginAttack, type Counts } from './attack.ts'

/** Loopback has as many addresses as needed; the probe uses the first. */
export const ATTACKER = '127.0.0.2'
export const NEWCOMER = '127.0.0.3'
const NEWCOMER_EVERY_MS = 100
const OPENED_AGAIN_MS = 500

/** A silent attack. */
export interface Silence {
  readonly port: number
  /** Number of connections; each one that the platform closes is opened again. */
  readonly count: number
  /** The text sent on each of them before the silence. */
  readonly said: string
  readonly options: AttackOptions
  /** Connects and uses the platform once; rejects when that fails. */
  readonly newcomer: () => Promise<unknown>
}

/** Holds silent connections from one address, while newcomers connect from another. */
export async function holdSilent({ port, count, said, options, newcomer }: Silence): Promise<Counts> {
  const end = beginAttack(options)
  const counts = { opened: 0, closed: 0, 'newcomers served': 0, 'newcomers refused': 0 }
  const isOver = (): boolean => performance.now() >= end

  async function hold(): Promise<void> {
    while (!isOver()) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER }).on('error', () => {})
      const closed = new Promise((resolve) => socket.on('close', resolve))
      counts.opened += 1
      socket.write(said)
      socket.resume()
      const left = new AbortController()
      const ended = await Promise.race([
        closed.then(() => true),
        pause(Math.max(0, end - performance.now()), false, { signal: left.signal }),
      ])
      left.abort()
      if (ended) counts.closed += 1
      socket.destroy()
      // Reopens a closed connection after a short pause.
      if (!isOver()) await pause(OPENED_AGAIN_MS)
    }
  }
  async function comeAndGo(): Promise<void> {
    while (!isOver()) {
      const name = await newcomer().then(
        () => 'newcomers served' as const,
        () => 'newcomers refused' as const,
      )
      counts[name] += 1
      await pause(NEWCOMER_EVERY_MS)
    }
  }
  await Promise.all([comeAndGo(), ...Array.from({ length: count }, hold)])
  return counts
}
