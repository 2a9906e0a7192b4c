import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { levelOf, worstFirst } from '@greenwave/observer/incident'
import { openIncidents } from '@greenwave/observer/junction'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import type { SeenTrouble } from '../../../data/health.ts'

/** Without lamps for this long a connected controller counts as silent, milliseconds. */
const SILENT_MS = 10_000
/** Without any value for this long the connection counts as dead, milliseconds. */
const DEAD_MS = 30_000

/** Finds the worst trouble that the page of a device detects without a watcher; null for none. */
export function seenTrouble(device: DeviceState): SeenTrouble | null {
  const { lampsFreshness, connectivity, inEffect } = device
  if (lampsFreshness.kind === 'live') {
    const trouble = incidentOf(device) ?? lampTroubleOf(device)
    if (trouble) return trouble
  } else if (connectivity.online && lampsFreshness.kind === 'stale' && lampsFreshness.ageMs >= SILENT_MS) {
    return lostLamps(device, lampsFreshness.ageMs)
  }
  const isHeld = inEffect?.kind === 'hold' || (inEffect?.kind === 'flashing' && inEffect.mode === 0)
  return isHeld ? { level: 2, code: 'hold', sinceMs: null } : null
}

function lostLamps({ signals: { sampleAtMs, source } }: DeviceState, ageMs: number): SeenTrouble {
  const newestMs = Math.max(sampleAtMs ?? 0, ...Object.values(source).map(({ ts }) => ts))
  const isDead = ageMs - (newestMs - (sampleAtMs ?? 0)) >= DEAD_MS
  return { level: 4, code: isDead ? 'offline' : 'silent', sinceMs: sampleAtMs }
}

function incidentOf({ observed }: DeviceState): SeenTrouble | null {
  const [worst] = [...openIncidents(observed)].sort(worstFirst)
  return worst ? { level: levelOf(worst.severity), code: worst.code, sinceMs: worst.sinceMs } : null
}

/** Lamps contradict one another whatever the settings are, of which a controller may have none. */
function lampTroubleOf({ signals: { together, phases } }: DeviceState): SeenTrouble | null {
  const isAny = (condition: 'conflicting' | 'dark') =>
    PHASES.some((phase) => ofPhase(phases, phase).condition === condition)
  if (together.length > 0) return { level: 5, code: 'conflict', sinceMs: null }
  if (isAny('conflicting')) return { level: 5, code: 'lamps', sinceMs: null }
  return isAny('dark') ? { level: 4, code: 'dark', sinceMs: null } : null
}
