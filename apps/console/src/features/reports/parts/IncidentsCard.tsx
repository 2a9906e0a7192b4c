import type { Sums } from '@greenwave/contract/records/daySums'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { common } from '../../../texts/default/common.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

type Code = keyof typeof common.health.codes

/** Lists the kinds of incidents, the most frequent first, and how long they took. */
export function IncidentsCard({ incidents }: Pick<Sums, 'incidents'>) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const names = useHealthWords()
  const nameOf = (code: string): string => (isKnown(code) ? names.name({ code }) : code)
  const mean = (seconds: number, count: number): string => words.length(count === 0 ? null : seconds / count)
  return (
    <ReportSection section="kinds" title={t('incidentsByKind')}>
      {incidents.length === 0 ? (
        <p className={styles.note}>{t('noIncidents')}</p>
      ) : (
        <PlotTable
          label={t('incidentsByKind')}
          head={[t('kind'), t('raised'), t('acknowledged'), t('acknowledge'), t('cleared'), t('clear')]}
          rows={incidents
            .toSorted((a, b) => b.raised - a.raised)
            .map((one) => ({
              key: one.code,
              cells: [
                nameOf(one.code),
                words.count(one.raised),
                words.count(one.acknowledged),
                mean(one.acknowledgeSeconds, one.acknowledged),
                words.count(one.cleared),
                mean(one.clearSeconds, one.cleared),
              ],
            }))}
        />
      )}
    </ReportSection>
  )
}

function isKnown(code: string): code is Code {
  return Object.hasOwn(common.health.codes, code)
}
