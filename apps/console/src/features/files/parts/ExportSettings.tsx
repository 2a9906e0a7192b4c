import { isoDate } from '@greenwave/controller/isoTime'
import { SETTINGS_FORMATS, type SettingsFormat, writeSettingsFile } from '@greenwave/transfer/settingsFile'
import { errorText } from '../../../data/errorText.ts'
import { fetchSettingsOf } from '../../../data/queries/files.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { FileExport } from '../../../shared/FileExport.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Files.module.css'

const LABELS = { json: 'settings.saveJson', csv: 'settings.saveCsv' } as const
const TYPES: Readonly<Record<SettingsFormat, string>> = { json: 'application/json', csv: 'text/csv;charset=utf-8' }

interface ExportSettingsProps {
  readonly ids: readonly string[] | 'all'
  /** Stands in the name of the file. */
  readonly about: string | undefined
}

/** Saves the settings of junctions as a file of either kind. */
export function ExportSettings({ ids, about }: ExportSettingsProps) {
  const t = useTexts('admin', 'files')
  const make = (format: SettingsFormat) => async (signal: AbortSignal, onShare: (share: number) => void) => {
    const junctions = await fetchSettingsOf(ids, onShare, signal)
    const nowMs = serverNowMs()
    const file = new Blob([writeSettingsFile(junctions, format, nowMs)], { type: TYPES[format] })
    const name = [t('settings.fileName'), about, isoDate(nowMs)].filter(Boolean).join('-')
    return { file, name: `${name}.${format}`, done: junctions.length }
  }
  return (
    <div className={styles.row}>
      {SETTINGS_FORMATS.map((format) => (
        <FileExport
          key={format}
          label={t(LABELS[format])}
          make={make(format)}
          writing={(share) => t('reading', { percent: Math.round((share ?? 0) * 100) })}
          saved={(count) => t('settings.saved', { count })}
          failed={(error) => errorText(error, t('settings.saveFailed'))}
        />
      ))}
    </div>
  )
}
