import { isoDate } from '@greenwave/controller/isoTime'
import { errorText } from '../../../data/errorText.ts'
import { fetchChangeHistory } from '../../../data/queries/changeHistory.ts'
import { dateText } from '../../../shared/dateText.ts'
import { FileExport, type MadeFile } from '../../../shared/FileExport.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { filtersOf, isWanted } from '../model/changeFilters.ts'
import type { ChangesAddress } from '../model/changesAddress.ts'
import { type ExportedFile, type ExportProgress, exportChanges } from '../model/exportChanges.ts'

/** Saves what the filters let through as a CSV file. */
export function CsvExport({ address, disabled }: { readonly address: ChangesAddress; readonly disabled: boolean }) {
  const t = useTexts('settings', 'changes')
  async function make(
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<MadeFile<Omit<ExportedFile, 'file'>>> {
    const { file, ...done } = await exportChanges({
      steps: fetchChangeHistory(filtersOf(address), signal),
      isWanted: (entry) => isWanted(entry, address),
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
      writing={(progress) =>
        progress === null
          ? t('csv.begins')
          : t('csv.writing', { count: progress.written, time: dateText(progress.reachedMs) })
      }
      saved={({ isWhole, written }) => t(isWhole ? 'csv.saved' : 'csv.full', { count: written })}
      failed={(error) => errorText(error, t('csv.failed'))}
    />
  )
}
