/** What the metrics of a platform say at a moment. */
export interface FetchedMetrics {
  readonly connected: number
  /** Messages of controllers that were stored and acknowledged, since the start. */
  readonly acknowledged: number
  /** How many of them within so many seconds, by the upper bound in seconds, in ascending order. */
  readonly within: ReadonlyMap<number, number>
  readonly frames: number
  /** Requests over HTTP, since the start. */
  readonly requests: number
  /** Longest delay of the main thread since the metrics were fetched before, milliseconds. */
  readonly longestStallMs: number
  /** How full limits are, by name, in their unit. */
  readonly used: ReadonlyMap<string, number>
}

/** Fetches the metrics of a platform at this address. */
export async function fetchMetrics(url: string): Promise<FetchedMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = [...text.matchAll(/^(\w+)(?:\{\w+="([^"]*)"\})? (\S+)$/gm)].map(([, name, label, value]) => ({
    name,
    label: label ?? '',
    value: Number(value),
  }))
  const all = (wanted: string) => lines.filter(({ name }) => name === wanted)
  const one = (wanted: string) => all(wanted)[0]?.value ?? 0
  const sum = (wanted: string) => all(wanted).reduce((total, { value }) => total + value, 0)
  return {
    connected: one('greenwave_controllers_connected'),
    acknowledged: one('greenwave_acknowledgement_seconds_count'),
    within: new Map(all('greenwave_acknowledgement_seconds_bucket').map(({ label, value }) => [Number(label), value])),
    frames: one('greenwave_live_frames_total'),
    requests: sum('greenwave_http_requests_total'),
    longestStallMs: one('nodejs_eventloop_lag_max_seconds') * 1000,
    used: new Map(all('greenwave_budget_used').map(({ label, value }) => [label, value])),
  }
}

/** Returns a bound of the acknowledgements between two moments, seconds, below which 99 % of them lie; infinite for none. */
export function slowestAcknowledgement(before: FetchedMetrics, after: FetchedMetrics): number {
  const all = after.acknowledged - before.acknowledged
  for (const [seconds, count] of after.within) {
    if (count - (before.within.get(seconds) ?? 0) >= all * 0.99) return Number.isNaN(seconds) ? Infinity : seconds
  }
  return Number.POSITIVE_INFINITY
}
