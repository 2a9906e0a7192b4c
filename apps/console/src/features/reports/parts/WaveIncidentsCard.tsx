import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { Link } from '@tanstack/react-router'
import type { WaveIncident } from '../../../data/reports/waveIncidents.ts'
import { dateText } from '../../../shared/dateText.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { waveIncidentsCsv } from '../model/wavesCsv.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

/** A page of paper has no more; the file has all. */
const MOST_ROWS = 100

export interface WaveIncidentsCardProps {
  readonly incidents: readonly WaveIncident[]
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: number
  /** The first and the last day, such as 2026-11-22. */
  readonly from: string
  readonly to: string
}

/** When green waves were broken, for how long and why: a row for each incident of a corridor, with its file. */
export function WaveIncidentsCard({ incidents, nowMs, from, to }: WaveIncidentsCardProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const wordsOf = useIncidentWords()
  const sentenceOf = (one: WaveIncident): string => wordsOf(one, nowMs)
  const seconds = (fromMs: number, toMs: number | null) => (toMs === null ? null : Math.max(0, toMs - fromMs) / 1000)
  if (incidents.length === 0) {
    return (
      <ReportSection section="brokenWaves" title={t('brokenWaves')}>
        <p className={styles.note}>{t('noBrokenWaves')}</p>
      </ReportSection>
    )
  }
  return (
    <ReportSection
      section="brokenWaves"
      title={t('brokenWaves')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() =>
            saveFile(waveIncidentsCsv(incidents, sentenceOf), `${t('brokenWavesFileName')}-${from}-${to}.csv`)
          }
        >
          {t('saveBrokenWavesCsv')}
        </Button>
      }
    >
      <p className={styles.note}>{t('brokenWavesHint')}</p>
      {incidents.length > MOST_ROWS && (
        <p className={styles.note}>{t('moreBrokenWaves', { shown: MOST_ROWS, all: words.count(incidents.length) })}</p>
      )}
      <PlotTable
        label={t('brokenWaves')}
        head={[t('corridor'), t('begin'), t('end'), t('lasted'), t('acknowledge'), t('what')]}
        rows={incidents.slice(0, MOST_ROWS).map((one) => ({
          key: one.id,
          cells: [
            <Link key="corridor" to="/corridors/$corridorId" params={{ corridorId: one.corridorId }}>
              {one.corridor}
            </Link>,
            dateText(one.raisedMs),
            one.clearedMs === null ? t('goesOn') : dateText(one.clearedMs),
            words.length(seconds(one.raisedMs, one.clearedMs ?? nowMs)),
            words.length(seconds(one.raisedMs, one.acknowledgedMs)),
            <span key="what" className={styles.sentence}>
              {sentenceOf(one)}
            </span>,
          ],
        }))}
      />
    </ReportSection>
  )
}
