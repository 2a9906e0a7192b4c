/** Evidence of a device: what the platform itself has kept of a span, signed with the installation's own key. */
import { VERSION } from '@greenwave/client/version'
import type { CallApi } from '@greenwave/client/callTypes'
import type { Device } from '@greenwave/contract/wire/devices'
import { type EvidenceKey, MOST_EVIDENCE_MS } from '@greenwave/contract/wire/evidence'
import { publicPem } from '@greenwave/evidence/signer'
import type { Span } from '@greenwave/evidence/tables/table'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import { type Action, subjectOf } from '../audit/action.ts'
import { joined } from '../data/memory/historyReads.ts'
import type { HistoryReader } from '../data/port/deviceData.ts'
import { FairPlaces } from '../limits/fairPlaces.ts'
import { LIMITS } from '../limits/limits.ts'
import type { Store } from '../store/openStore.ts'
import type { DemonstrationDeps } from './demonstration.ts'
import type { EntityDeps } from './entityDeps.ts'

const SOFTWARE = `Greenwave ${VERSION}`

/** Returns the key with which this installation signs evidence. */
export function evidenceKeyOf({ store: { evidenceSigner } }: Pick<EntityDeps, 'store'>): EvidenceKey {
  const { installation, publicKey, fingerprint } = evidenceSigner
  return { algorithm: 'Ed25519', installation, publicKey, fingerprint, pem: publicPem(publicKey) }
}

/** Returns a span of evidence in whole seconds, up to now. @throws {Refusal} for one that is none, or too long */
export function evidenceSpan(startTs: number | undefined, endTs: number | undefined, nowMs: number): Span {
  for (const [name, ts] of Object.entries({ startTs, endTs })) {
    if (ts === undefined) throw badRequest(`Parameter '${name}' is missing: give a time in epoch milliseconds.`)
  }
  const fromMs = Math.floor((startTs ?? 0) / 1000) * 1000
  const untilMs = Math.min(Math.ceil((endTs ?? 0) / 1000), Math.floor(nowMs / 1000)) * 1000
  if (fromMs < 0 || untilMs <= fromMs || (endTs ?? 0) <= (startTs ?? 0)) {
    throw badRequest(`Parameter 'endTs' is '${endTs}'; it must be after startTs, which must be in the past.`)
  }
  if (untilMs - fromMs > MOST_EVIDENCE_MS) {
    const days = MOST_EVIDENCE_MS / 86_400_000
    throw badRequest(`Parameter 'endTs' is '${endTs}'; it must be at most ${days} days after startTs.`)
  }
  return { fromMs, untilMs }
}

/** Creates the maker of packages for users: a few at a time, in turns. */
export function createEvidence({ store, access, demonstration }: DemonstrationDeps) {
  const places = new FairPlaces({
    what: 'packages of evidence',
    total: LIMITS.evidencePackages.value,
    ofOneOwner: LIMITS.evidencePackagesOfUser.value,
    waitingOfOneOwner: LIMITS.evidencePackagesWaitingOfUser.value,
  })

  /** Yields the bytes of a package. Leaving the loop, or aborting the signal, ends the reading. */
  async function* pieces(
    principal: Principal,
    device: Device,
    span: Span,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const reader = { owner: principal.userId, signal }
    const leave = await places.take(principal.userId, signal)
    const done = Promise.withResolvers<void>()
    const recorded = access.audited(actionOf(principal, device, span, store), () => done.promise)
    // Whoever takes the bytes gets the failure.
    recorded.catch(() => {})
    try {
      // What makes packages is seventy files, which would delay each start.
      const { evidencePackage } = await import('@greenwave/evidence/evidence')
      const { parseJunctionNotes } = await import('@greenwave/evidence/junctionNotes')
      yield* evidencePackage({
        source: { call: ownHistory(store, reader), deviceId: device.id.id, signal },
        device: { id: device.id.id, name: device.name, label: device.label ?? '', type: device.type },
        notes: parseJunctionNotes((key) => store.data.attributes(device.id.id, 'SERVER_SCOPE').get(key)?.value),
        span,
        made: { atMs: access.now(), by: principal.email, software: SOFTWARE },
        remarks: store.clockTrouble() ? [CLOCK_TROUBLE] : [],
        madeBeforeMs: demonstration?.madeBefore,
        signer: store.evidenceSigner,
      })
      done.resolve()
    } catch (error) {
      done.reject(error)
      throw error
    } finally {
      done.reject(new Error('The caller left before the end'))
      leave()
    }
  }
  return { pieces }
}

const CLOCK_TROUBLE = 'When this was made, the clock of the platform disagreed with the time that had passed.'

function actionOf(actor: Principal, device: Device, { fromMs, untilMs }: Span, store: Store): Action {
  const { fingerprint } = store.evidenceSigner
  return {
    ...{ actor, type: 'EVIDENCE_EXPORTED', ...subjectOf(device) },
    data: { startTs: fromMs, endTs: untilMs, fingerprint },
  }
}

/** Returns the call that reads history, answered by the store: what is signed never leaves the platform before. */
function ownHistory(store: Store, reader: HistoryReader): CallApi<'timeseries'> {
  const read = async (_name: string, { params, query }: Parameters<CallApi<'timeseries'>>[1]) => {
    const { keys, startTs, endTs, limit, orderBy } = query ?? {}
    const asked = {
      deviceId: params.entityId,
      keys: String(keys ?? '').split(','),
      startTs: Number(startTs),
      endTs: Number(endTs),
      limit: Math.min(Number(limit), LIMITS.historySamples.value),
      order: orderBy === 'DESC' ? ('DESC' as const) : ('ASC' as const),
      aggregation: 'NONE' as const,
      intervalMs: 0,
    }
    return JSON.parse(await joined(store.data.readHistory(asked, 'strict', reader)))
  }
  return read as CallApi<'timeseries'>
}
