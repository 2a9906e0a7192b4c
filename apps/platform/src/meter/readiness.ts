import { basename } from 'node:path'

/** A part of a platform that does not work. */
export interface Trouble {
  /** Problem and fix: a clause with the part as its subject. */
  readonly text: string
  /** Whether the platform cannot take requests because of it. */
  readonly isBlocking: boolean
}

/** Takes reports of parts that do not work. */
export interface Health {
  /** Reports the trouble of a part; undefined when it works again. */
  report(part: string, trouble: Trouble | undefined): void
  /** Ends the process for a restart: a part neither works nor can be replaced. Returns when no restart is possible. */
  giveUp(why: string): void
}

/** Reports a damaged database as a part that does not work. The description begins with `<path> is damaged (`. */
export function reportDamage(health: Health, description: string): void {
  const end = description.indexOf(' is damaged (')
  health.report(`database ${basename(description.slice(0, end))}`, {
    text: description.slice(end + 1),
    isBlocking: false,
  })
}

/** Health of a store without an observer. */
export const NO_HEALTH: Health = { report() {}, giveUp() {} }

/**
 * Whether a platform takes requests, and which of its parts do not work. A full disk does not change it: reads are still
 * served, and the operator must see why.
 */
export class Readiness implements Health {
  readonly #onGivenUp: (why: string) => void
  readonly #troubles = new Map<string, Trouble>()
  readonly #reports = new Map<string, number>()
  #phase: 'starting' | 'ready' | 'stopping' = 'starting'

  /** @param onGivenUp ends the process */
  constructor(onGivenUp: (why: string) => void = () => {}) {
    this.#onGivenUp = onGivenUp
  }

  /** Returns the readiness of a server that takes requests as soon as it listens. */
  static already(): Readiness {
    const readiness = new Readiness()
    readiness.ready()
    return readiness
  }

  /** State in one line: `ready`, or with a comma or a colon after it what does not work. */
  get state(): string {
    const troubles = [...this.#troubles].map(([part, { text }]) => `${part} ${text}`).join('; ')
    if (this.#phase !== 'ready' || troubles === '') return this.#phase
    return `${this.isReady ? 'ready, but ' : 'not ready: '}${troubles}`
  }

  get isReady(): boolean {
    return this.#phase === 'ready' && ![...this.#troubles.values()].some(({ isBlocking }) => isBlocking)
  }

  /** Each part that ever was in trouble: whether it is now, and how often it was. */
  *parts(): Generator<{ part: string; isInTrouble: boolean; reports: number }> {
    for (const [part, reports] of this.#reports) yield { part, isInTrouble: this.#troubles.has(part), reports }
  }

  /** Lists the parts that do not work. */
  troubles(): { part: string; text: string }[] {
    return [...this.#troubles].map(([part, { text }]) => ({ part, text }))
  }

  ready(): void {
    this.#phase = 'ready'
  }

  stopping(): void {
    this.#phase = 'stopping'
  }

  report(part: string, trouble: Trouble | undefined): void {
    if (!trouble) {
      this.#troubles.delete(part)
      return
    }
    if (!this.#troubles.has(part)) this.#reports.set(part, (this.#reports.get(part) ?? 0) + 1)
    this.#troubles.set(part, trouble)
  }

  giveUp(why: string): void {
    this.#onGivenUp(why)
  }
}
