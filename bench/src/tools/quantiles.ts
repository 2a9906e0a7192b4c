/** Returns the value below which the share `q` (0..1) of the samples lies; NaN without samples. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

/** Returns `p50 1.2, p99 3.4 ms (n=1000)` for samples in milliseconds. */
export function describeMs(samples: readonly number[]): string {
  return `p50 ${quantile(samples, 0.5).toFixed(1)}, p99 ${quantile(samples, 0.99).toFixed(1)} ms (n=${samples.length})`
}
