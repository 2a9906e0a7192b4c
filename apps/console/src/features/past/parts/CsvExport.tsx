import { isoDate } from '@greenwave/controller/isoTime'
import { errorText } from '../../../data/errorText.ts'
import { customerTitle, fetchPastIncidents, type PastFilters } from '../../../data/queries/pastIncidents.ts'
import { FileExport, type MadeFile } from '../../../shared/FileExport.tsx'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type ExportedFile, type ExportProgress, exportIncidents } from '../model/exportIncidents.ts'

/** Saves what the filters let through as a CSV file. */
export function CsvExport({ filters, disabled }: { filters: PastFilters; disabled: boolean }) {
  const t = useTexts('monitoring', 'past')
  const sentence = useIncidentWords()
  async function make(
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<MadeFile<Omit<ExportedFile, 'file'>>> {
    const { file, ...done } = await exportIncidents({
      steps: fetchPastIncidents(filters, signal),
      sentence: (incident) => sentence(incident, 0),
      titleOf: (customerId) => customerTitle(customerId, signal),
      onProgress,
    })
    return { file, name: `${t('csv.fileName')}-${isoDate(Date.now())}.csv`, done }
  }
  return (
    <FileExport
      atEnd
      disabled={disabled}
      label={t('csv.save')}
      make={make}
      writing={(progress) => t('csv.writing', { written: progress?.written ?? 0, total: progress?.total ?? 0 })}
      saved={({ endsAtMs, written }) =>
        endsAtMs === null
          ? t('csv.saved', { count: written })
          : t('csv.full', { count: written, day: isoDate(endsAtMs) })
      }
      failed={(error) => errorText(error, t('csv.failed'))}
    />
  )
}
