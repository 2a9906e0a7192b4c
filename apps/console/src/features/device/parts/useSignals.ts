import { useState } from 'react'
import { foldSignals, NO_SAMPLES, type SignalSamples } from '../../../data/device/street/signalSamples.ts'
import type { DeviceLive } from '../../../data/useLive.ts'

/** Reads a device's lamps out of its live telemetry, sample by sample. */
export function useSignals({
  telemetry,
  telemetryArrivedAtMs,
}: Pick<DeviceLive, 'telemetry' | 'telemetryArrivedAtMs'>): SignalSamples {
  const [samples, setSamples] = useState(NO_SAMPLES)
  if (!telemetry || telemetry === samples.source) return samples
  const next = foldSignals(samples, telemetry, telemetryArrivedAtMs ?? 0)
  setSamples(next)
  return next
}
