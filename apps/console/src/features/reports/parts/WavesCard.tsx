import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type WaveReportRequest, type WaveRow, waveReportQuery } from '../../../data/reports/waveReport.ts'
import { useSession } from '../../../data/session.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useWaveCauseText } from '../../../shared/useWaveCauseText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { wavesCsv } from '../model/wavesCsv.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { Over, PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

export interface WavesCardProps {
  /** With the name of the only kind of day that is shown. */
  readonly request: WaveReportRequest & { readonly kind: string | undefined }
  /** The first and the last day, such as 2026-11-22. */
  readonly from: string
  readonly to: string
}

/** How much of the planned green waves was there on the street: a row for each corridor and plan, with its file. */
export function WavesCard({ request, from, to }: WavesCardProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const causeText = useWaveCauseText()
  const reasonOf = ({ reasons }: WaveRow): string =>
    reasons.flatMap((cause) => causeText({ ...cause, cause: cause.code }) ?? []).join('; ')
  const { data, error, isFetching, refetch } = useQuery(waveReportQuery(useSession(), request))
  if (error)
    return <ErrorState error={error} fallback={t('wavesFailed')} retrying={isFetching} onRetry={() => void refetch()} />
  const rows = data?.filter(({ kind }) => request.kind === undefined || kind === request.kind) ?? []
  if (rows.length === 0) return null
  const hasKinds = rows.some(({ kind }) => kind !== '')
  return (
    <ReportSection
      section="waves"
      title={t('waves')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => saveFile(wavesCsv(rows, from, to, reasonOf), `${t('wavesFileName')}-${from}-${to}.csv`)}
        >
          {t('saveWavesCsv')}
        </Button>
      }
    >
      <p className={styles.note}>{t('wavesHint')}</p>
      <PlotTable
        label={t('waves')}
        head={[
          t('corridor'),
          t('plan'),
          ...(hasKinds ? [t('kindOfDay')] : []),
          t('outboundShare'),
          t('inboundShare'),
          t('cyclesChecked'),
          t('broken'),
          t('unseen'),
        ]}
        rows={rows.map((row) => ({
          key: `${row.id} ${row.plan} ${row.kind}`,
          cells: [
            <Over key={row.id} text={reasonOf(row)}>
              <Link to="/corridors/$corridorId" params={{ corridorId: row.id }}>
                {row.name}
              </Link>
            </Over>,
            row.plan || '–',
            ...(hasKinds ? [row.kind || '–'] : []),
            ...row.shares.map((share) => words.share(share, 'down')),
            ...[row.evaluated, row.broken, row.unseen].map(words.count),
          ],
        }))}
      />
    </ReportSection>
  )
}
