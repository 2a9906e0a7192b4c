/** @file The demonstration's virtual controllers: how far they are made, and their faults: their own, in turn, and caused. */
import type { CausableFault, CausedFault, DemoCity } from '@greenwave/contract/wire/demonstration'
import type { Preparation } from '@greenwave/contract/wire/system'
import type { Demonstration } from '../../entities/demonstration.ts'
import { turnAt } from './faultTurns.ts'

/** A virtual controller, as far as faults are caused on it. */
type FaultyController = DemoCity['controllers'][number]

/** Gives the virtual controller of a name other faults, as the simulator names them. */
export type SendFaults = (name: string, faults: readonly string[]) => void

interface Known extends FaultyController {
  /** End of each caused fault, epoch milliseconds. */
  readonly until: Map<CausableFault, number>
  sent: string
}

/** Causes and ends faults, on no controller before it begins. Times are epoch milliseconds. */
export class DemoFaults implements Demonstration {
  readonly #nowMs: () => number
  readonly #seed: number
  readonly #known = new Map<string, Known>()
  #sendFaults: SendFaults = () => {}
  #beganMs = 0
  #turnMs = -1
  preparation: Preparation | undefined
  madeBefore: number | undefined

  /** @param seed decides which fault comes when by itself */
  constructor(nowMs: () => number, seed: number) {
    this.#nowMs = nowMs
    this.#seed = seed
  }

  /** Begins with controllers that run, and have their own faults already. From now on call `tick` once a second. */
  begin(controllers: readonly FaultyController[], send: SendFaults): void {
    this.#sendFaults = send
    this.#beganMs = this.#nowMs()
    for (const one of controllers) {
      this.#known.set(one.clientId, { ...one, until: new Map(), sent: one.faults.join() })
    }
  }

  faultsOf(clientId: string): readonly CausedFault[] | undefined {
    const known = this.#known.get(clientId)
    return known && [...known.until].map(([fault, until]) => ({ fault, until }))
  }

  cause(clientId: string, fault: CausableFault, seconds: number): void {
    const known = this.#known.get(clientId)
    if (!known) return
    known.until.set(fault, this.#nowMs() + seconds * 1000)
    this.#send(known)
  }

  end(clientId: string): void {
    const known = this.#known.get(clientId)
    if (!known) return
    known.until.clear()
    this.#send(known)
  }

  /** Lets faults come and go. */
  tick(): void {
    const nowMs = this.#nowMs()
    for (const known of this.#known.values()) {
      for (const [fault, until] of known.until) if (until <= nowMs) known.until.delete(fault)
    }
    this.#takeTurn(nowMs)
    for (const known of this.#known.values()) this.#send(known)
  }

  #takeTurn(nowMs: number): void {
    const inTurn = [...this.#known.values()].filter(({ takesTurns }) => takesTurns)
    const turn = turnAt(nowMs - this.#beganMs, this.#seed, inTurn.length)
    if (!turn || turn.fromMs === this.#turnMs) return
    this.#turnMs = turn.fromMs
    const known = inTurn[turn.controller]
    // A controller on which a user caused a fault is left to that user.
    if (known?.until.size === 0) known.until.set(turn.fault, this.#beganMs + turn.untilMs)
  }

  #send(known: Known): void {
    const faults = [...known.faults, ...known.until.keys()]
    if (faults.join() === known.sent) return
    known.sent = faults.join()
    this.#sendFaults(known.name, faults)
  }
}
