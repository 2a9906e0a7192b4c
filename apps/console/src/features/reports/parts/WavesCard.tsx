import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type WaveReportRequest, waveReportQuery } from '../../../data/reports/waveReport.ts'
import { useSession } from '../../../data/session.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { wavesCsv } from '../model/wavesCsv.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { PlotTable } from './PlotTable.tsx'
import styles from './Reports.module.css'

export interface WavesCardProps {
  readonly request: WaveReportRequest
  /** The first and the last day, such as 2026-11-22. */
  readonly from: string
  readonly to: string
}

/** How much of the planned green waves was there on the street: a row for each corridor and plan, with its file. */
export function WavesCard({ request, from, to }: WavesCardProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const { data, error, isFetching, refetch } = useQuery(waveReportQuery(useSession(), request))
  if (error)
    return <ErrorState error={error} fallback={t('wavesFailed')} retrying={isFetching} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Card
      title={t('waves')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => saveFile(wavesCsv(data, from, to), `${t('wavesFileName')}-${from}-${to}.csv`)}
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
          t('outboundShare'),
          t('inboundShare'),
          t('cyclesChecked'),
          t('broken'),
          t('unseen'),
        ]}
        rows={data.map(({ id, name, plan, evaluated, broken, unseen, shares: [outbound, inbound] }) => ({
          key: `${id} ${plan}`,
          cells: [
            <Link key={id} to="/corridors/$corridorId" params={{ corridorId: id }}>
              {name}
            </Link>,
            plan,
            words.share(outbound, 'down'),
            words.share(inbound, 'down'),
            ...[evaluated, broken, unseen].map(words.count),
          ],
        }))}
      />
    </Card>
  )
}
