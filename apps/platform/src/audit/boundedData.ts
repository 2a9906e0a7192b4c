/**
 * Most characters of JSON that an audit record has in addition to its columns; one write may name thousands of keys.
 */
const MAX_DATA_CHARACTERS = 16_384

/**
 * Cuts the data of a record to what the audit log keeps: as many leading members and elements as fit, and the number of
 * those left out.
 */
export function boundedData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cut = new Cutter(MAX_DATA_CHARACTERS).cut(data)
  return typeof cut === 'object' && cut !== null ? { ...cut } : {}
}

/** The member that tells how many were left out. */
const LEFT_OUT = '…'

class Cutter {
  #left: number
  constructor(characters: number) {
    this.#left = characters
  }

  cut(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return this.#leaf(value)
    const entries = Object.entries(value)
    const kept: [string, unknown][] = []
    for (const [key, member] of entries) {
      const costs = key.length + 4
      if (this.#left < costs + 2) break
      this.#left -= costs
      kept.push([key, this.cut(member)])
    }
    const leftOut = entries.length - kept.length
    if (Array.isArray(value)) {
      const items = kept.map(([, item]) => item)
      return leftOut === 0 ? items : [...items, `${LEFT_OUT} ${leftOut} more`]
    }
    return Object.fromEntries(leftOut === 0 ? kept : [...kept, [LEFT_OUT, `${leftOut} more`]])
  }

  #leaf(value: unknown): unknown {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    if (text.length <= this.#left) {
      this.#left -= text.length
      return value
    }
    const start = text.slice(0, this.#left)
    this.#left = 0
    return `${start}${LEFT_OUT}`
  }
}
