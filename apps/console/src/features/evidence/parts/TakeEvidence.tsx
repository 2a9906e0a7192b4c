import type { Span } from '@greenwave/evidence/tables/table'
import { ApiError } from '../../../data/apiErrors.ts'
import { errorText } from '../../../data/errorText.ts'
import { takeEvidence } from '../../../data/queries/evidence.ts'
import { FileExport } from '../../../shared/FileExport.tsx'
import { useTexts } from '../../../texts/useTexts.ts'

/** Takes the package of a span, which the platform makes and signs. */
export function TakeEvidence({ deviceId, span }: { deviceId: string; span: Span }) {
  const t = useTexts('monitoring', 'evidence')
  return (
    <FileExport
      label={t('take')}
      make={async (signal, onBytes: (bytes: number) => void) => {
        const { file, name = 'evidence.zip' } = await takeEvidence(deviceId, span, { signal, onBytes })
        return { file, name, done: name }
      }}
      writing={(bytes) => t('taking', { size: ((bytes ?? 0) / 1_048_576).toFixed(1) })}
      saved={(name) => t('saved', { name })}
      failed={(error) =>
        error instanceof ApiError && error.status === 404 ? t('notMade') : errorText(error, t('takeFailed'))
      }
    />
  )
}
