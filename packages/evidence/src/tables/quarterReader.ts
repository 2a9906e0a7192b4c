/** Reads the quarters of an hour of a span, one after the other: their samples, or where there are none their records. */

import { fetchSeries } from '@greenwave/client/fetchSeries'
import type { CycleRecord } from '@greenwave/contract/records/cycleRecords'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import { LAMP_KEYS, TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { QUARTER_MS, type Quarter, quarterToShow } from '@greenwave/observer/replay/quarter'
import { rebuiltQuarter } from '@greenwave/observer/replay/rebuiltQuarter'
import { LEAD_MS, sampledQuarter, TRAIL_MS } from '@greenwave/observer/replay/sampledQuarter'
import { messagesOf } from '@greenwave/observer/sample'
import type { HistorySource, Span } from './table.ts'

/** Samples of a page: two a second of a quarter. */
const PAGE_SIZE = 2000

/** Reads the quarters of one junction, in order. */
export class QuarterReader {
  readonly #source: HistorySource
  readonly #untilMs: number
  /** There are no samples before this, epoch milliseconds. */
  #samplesFromMs = Number.NEGATIVE_INFINITY

  /** @param untilMs end of the last requested quarter */
  constructor(source: HistorySource, untilMs: number) {
    this.#source = source
    this.#untilMs = untilMs
  }

  /** Reads a quarter; undefined if nothing is known of it. Ask for later ones only after it. */
  async read(startMs: number, record: CycleRecord | undefined): Promise<Quarter | undefined> {
    const rebuilt = record && rebuiltQuarter(record)
    if (this.#samplesFromMs >= startMs + QUARTER_MS + TRAIL_MS) return quarterToShow(undefined, rebuilt)
    const messages = messagesOf(
      await this.#samples({ fromMs: startMs - LEAD_MS, untilMs: startMs + QUARTER_MS + TRAIL_MS }),
    )
    // Spans without any samples may be long, such as all that is older than what is kept of them.
    if (messages.length === 0) this.#samplesFromMs = await this.#firstSampleMs(startMs)
    return quarterToShow(sampledQuarter(startMs, messages, this.#source.displays), rebuilt)
  }

  async #samples(span: Span): Promise<TelemetryValues> {
    const { call, deviceId, signal } = this.#source
    const all = new Map<string, TelemetryValues[string]>()
    const entity = ofDevice(deviceId)
    const request = { entity, keys: TELEMETRY_KEYS, ...span, pageSize: PAGE_SIZE, ...(signal && { signal }) }
    for await (const page of fetchSeries(call, request)) {
      for (const [key, values] of Object.entries(page)) all.set(key, [...(all.get(key) ?? []), ...values])
    }
    return Object.fromEntries(all)
  }

  async #firstSampleMs(fromMs: number): Promise<number> {
    const { call, deviceId, signal } = this.#source
    const query = {
      ...{ keys: LAMP_KEYS.join(','), startTs: String(fromMs), endTs: String(this.#untilMs), limit: '1' },
      orderBy: 'ASC',
      agg: 'NONE',
    }
    const answer = await call('timeseries', { params: ofDevice(deviceId), query, ...(signal && { signal }) })
    return Math.min(...Object.values(answer).flatMap((values) => values.map(({ ts }) => ts)), Number.POSITIVE_INFINITY)
  }
}
