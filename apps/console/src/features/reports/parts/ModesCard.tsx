import { figuresOf } from '@greenwave/observer/conformity/figures'
import type { Sums } from '@greenwave/contract/records/daySums'
import { useTexts } from '../../../texts/useTexts.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

/** In the order of the sums. */
const MODES = ['flashing', 'route1', 'route2', 'automatic'] as const

/** For how long the lamps showed each mode, of the seconds with a sample. */
export function ModesCard({ sums }: { readonly sums: Sums }) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const { modes } = sums
  const overText = words.over(figuresOf(sums).over.modes, 'overSeconds')
  const all = modes.reduce((sum, seconds) => sum + seconds, 0)
  if (all === 0) return null
  const rows = MODES.flatMap((mode, nth) => {
    const seconds = modes[nth] ?? 0
    return seconds === 0 ? [] : [{ mode, seconds }]
  }).reverse()
  return (
    <ReportSection section="modes" title={t('modes')}>
      {overText !== '' && <p className={styles.note}>{overText}</p>}
      <div className={styles.bar} aria-hidden="true">
        {rows.map(({ mode, seconds }) => (
          <span key={mode} data-mode={mode} style={{ flexGrow: seconds / all }} />
        ))}
      </div>
      <PlotTable
        label={t('modes')}
        head={[t('mode'), t('time'), t('share')]}
        rows={rows.map(({ mode, seconds }) => ({
          key: mode,
          cells: [t(`modeNames.${mode}`), words.length(seconds), words.share(seconds / all, 'down')],
        }))}
      />
    </ReportSection>
  )
}
