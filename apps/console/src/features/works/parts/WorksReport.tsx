import { isoDate } from '@greenwave/controller/isoTime'
import { daysLate } from '@greenwave/contract/records/inspections'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { beginningOf, type JunctionInspection } from '../../../data/queries/inspections.ts'
import type { ListedWork } from '../../../data/queries/works.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { CsvFile } from '../../../shared/CsvFile.ts'
import { dayText } from '../../../shared/dateText.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ReadTable } from '../../../ui/lists/ReadTable.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { sumsOfWorks } from '../model/worksSums.ts'

/** Inspections that are named, the latest; all are in the file of inspections. */
const NAMED = 20

interface WorksReportProps {
  readonly works: readonly ListedWork[]
  /** Ordered by the day on which they are due. */
  readonly inspections: readonly JunctionInspection[]
}

/**
 * The report on the listed works: times to answer and to repair by firm and kind, the junctions with most works, and the
 * inspections that are late.
 */
export function WorksReport({ works, inspections }: WorksReportProps) {
  const t = useTexts('settings', 'works')
  const inspection = useTexts('settings', 'inspections')
  const today = isoDate(serverNowMs())
  const late = inspections.filter(({ due }) => due < today)
  const length = useAgeText()
  const { groups, junctions } = sumsOfWorks(works.map(({ work }) => work))
  const time = (ms: number | null) => (ms === null ? '–' : length(ms))
  const firms = groups.map(({ who, kind, ...sums }) => ({
    ...sums,
    key: `${who} ${kind}`,
    kind,
    who: who || t('noFirm'),
  }))
  const heads = [t('field.who'), t('field.kindTitle'), t('count'), t('open'), t('toAnswer'), t('toRepair')]

  function save(): void {
    const minutes = (ms: number | null) => (ms === null ? '' : Math.round(ms / 60_000))
    const file = new CsvFile([...heads.slice(0, 4), t('field.answerMinutes'), t('field.repairMinutes')])
    for (const { who, kind, count, open, answerMs, repairMs } of firms)
      file.add([who, t(`kind.${kind}`), count, open, minutes(answerMs), minutes(repairMs)])
    saveFile(file.blob(), 'works-report.csv')
  }

  return (
    <Card
      title={t('report')}
      padded={false}
      actions={
        <Button variant="default" size="xs" mih="var(--gw-target)" onClick={save}>
          {t('reportCsv')}
        </Button>
      }
    >
      <Stack gap={16}>
        {late.length > 0 && (
          <ReadTable
            label={inspection('lateList')}
            columns={(['junction', 'name', 'due', 'daysLate'] as const).map((key) => inspection(`field.${key}`))}
            captioned
            values
          >
            {late.slice(0, NAMED).map(({ deviceId, junction, inspection: { name }, due }) => (
              <tr key={`${deviceId} ${name}`}>
                <th scope="row">
                  <Link to="/changes/works" search={{ junction: deviceId }}>
                    {junction}
                  </Link>
                </th>
                <td>{name}</td>
                <td>{dayText(beginningOf(due))}</td>
                <td>{daysLate(due, today)}</td>
              </tr>
            ))}
          </ReadTable>
        )}
        {late.length > NAMED && <p>{inspection('more', { count: late.length - NAMED })}</p>}
        <ReadTable label={t('byFirm')} columns={heads} captioned values>
          {firms.map(({ key, who, kind, count, open, answerMs, repairMs }) => (
            <tr key={key}>
              <th scope="row">{who}</th>
              <td>{t(`kind.${kind}`)}</td>
              <td>{count}</td>
              <td>{open}</td>
              <td>{time(answerMs)}</td>
              <td>{time(repairMs)}</td>
            </tr>
          ))}
        </ReadTable>
        <ReadTable
          label={t('mostWorks')}
          columns={[inspection('field.junction'), t('count'), t('open')]}
          captioned
          values
        >
          {junctions.map(({ device, junction, count, open }) => (
            <tr key={device}>
              <th scope="row">
                <Link to="/changes/works" search={{ junction: device }}>
                  {junction}
                </Link>
              </th>
              <td>{count}</td>
              <td>{open}</td>
            </tr>
          ))}
        </ReadTable>
      </Stack>
    </Card>
  )
}
