/** A device on a platform that a test makes fail, for the calls that write changes. */
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY, CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import type { ChangeCalls } from '../writeChange.ts'

/** What is sent in a call that writes telemetry. */
interface Sample {
  readonly ts: number
  readonly values: Readonly<Record<string, unknown>>
}

/** Stores the attributes of one scope and the records of changes. */
export class FakeDevice {
  readonly attributes: Record<string, unknown>
  /** What was called, in order, failed or not. */
  readonly made: string[] = []
  /** Every record that was sent. */
  readonly values: unknown[] = []
  readonly #records = new Map<number, ChangeRecord>()
  readonly #times = new Set<unknown>()
  readonly #failing: Readonly<Record<number, Error>>

  /** @param failing the errors of the calls that fail, by their number from 0 */
  constructor(attributes: Readonly<Record<string, unknown>>, failing: Readonly<Record<number, Error>> = {}) {
    this.attributes = { ...attributes }
    this.#failing = failing
  }

  /** The records that the platform has, one for each time. */
  get records(): readonly ChangeRecord[] {
    return [...this.#records.values()]
  }

  /** The times by which devices with changes are found. */
  get times(): readonly unknown[] {
    return [...this.#times]
  }

  readonly call: ChangeCalls = playedCalls((name, { body, query }) => {
    const keys = (query as { readonly keys?: string } | undefined)?.keys
    const failure = this.#failing[this.made.length]
    if (name === 'saveTimeseries') {
      const { ts, values } = body as Sample
      const record = parseChangeRecord(ts, values[CHANGE_KEY])
      this.made.push(`record ${record?.state}`)
      this.values.push(values[CHANGE_KEY])
      if (!failure && record) this.#records.set(ts, record)
      if (!failure) this.#times.add(values[CHANGED_KEY])
    } else {
      this.made.push(name)
      if (!failure && name === 'saveAttributes') Object.assign(this.attributes, body)
      if (!failure && name === 'deleteAttributes') for (const key of keys?.split(',') ?? []) delete this.attributes[key]
    }
    if (failure) throw failure
    return undefined
  })
}
