import { evidenceFileName } from '@greenwave/evidence/manifest'
import type { DemonstrationDeps } from '../entities/demonstration.ts'
import { createEvidence, evidenceKeyOf, evidenceSpan } from '../entities/evidence.ts'
import { handlersOf, policiesOf, StreamedAnswer } from './callTypes.ts'
import { parseInteger } from './queryValues.ts'
import { everyone, watchers } from '../access/permissions.ts'

/** Policies of the calls of evidence. */
export const evidencePolicies = policiesOf({
  evidence: { may: watchers, summary: 'What was kept of a device in a span, as a signed package' },
  evidenceKey: { may: everyone, summary: 'The public key with which this installation signs evidence' },
})

/** Returns the handlers of the calls of evidence. */
export function evidenceHandlers(deps: DemonstrationDeps) {
  const evidence = createEvidence(deps)
  return handlersOf({
    evidence: ({ params, query, principal, reach, gone }) => {
      const device = reach.device(params.deviceId)
      const span = evidenceSpan(parseInteger(query, 'startTs'), parseInteger(query, 'endTs'), deps.access.now())
      const name = evidenceFileName(device.name, span.fromMs)
      return new StreamedAnswer(evidence.pieces(principal, device, span, gone), { name, type: 'application/zip' })
    },
    evidenceKey: () => evidenceKeyOf(deps),
  })
}
