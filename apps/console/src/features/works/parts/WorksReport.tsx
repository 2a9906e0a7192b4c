import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedWork } from '../../../data/queries/works.ts'
import { CsvFile } from '../../../shared/CsvFile.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ReadTable } from '../../../ui/lists/ReadTable.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { sumsOfWorks } from '../model/worksSums.ts'

/** The report on the listed works: times to answer and to repair by firm and kind, and the junctions with most works. */
export function WorksReport({ works }: { readonly works: readonly ListedWork[] }) {
  const t = useTexts('settings', 'works')
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
        <ReadTable label={t('byFirm')} columns={heads} values>
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
        <ReadTable label={t('mostWorks')} columns={[t('mostWorks'), t('count'), t('open')]} values>
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
