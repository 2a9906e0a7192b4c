import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { KnownFacts } from '../../../data/queries/rollouts.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ReadTable } from '../../../ui/lists/ReadTable.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import type { Meant, Preview } from '../model/previewAll.ts'
import styles from './Rollouts.module.css'

/** A table of hundreds of rows and dozens of columns is long in the making. */
const ROWS = 50

interface PreviewCardProps {
  readonly kind: Meant['kind']
  readonly preview: Preview
  readonly facts: ReadonlyMap<string, KnownFacts>
  readonly nameOf: (id: string) => string
  readonly onReadAgain: () => void
}

/** Shows the cells that would change, a row a junction. */
export function PreviewCard({ kind, preview, facts, nameOf, onReadAgain }: PreviewCardProps) {
  const t = useTexts('settings', 'rollouts')
  const words = useSettingWords()
  const [rows, setRows] = useState(ROWS)
  const { changing, keys } = preview
  const shown = changing.slice(0, rows)
  const haveEnds = changing.some(({ until }) => until !== undefined)
  const columns = [
    t('preview.junction'),
    ...(kind === 'clock' ? [t('preview.clockOff')] : []),
    ...(haveEnds ? [t('change.end')] : []),
    ...keys.map((key) => words.nameOf(key)),
  ]
  return (
    <Card
      title={t('preview.title')}
      padded={false}
      actions={
        <Button variant="subtle" onClick={onReadAgain}>
          {t('preview.readAgain')}
        </Button>
      }
    >
      <div className={styles.foot}>
        <Counts kind={kind} preview={preview} />
      </div>
      {changing.length > 0 && (
        <ReadTable label={t('preview.title')} columns={columns} values>
          {shown.map(({ id, preview: { cells, connected }, until }, nth) => (
            <tr key={id}>
              <th scope="row">
                <Link to="/devices/$deviceId" params={{ deviceId: id }}>
                  {nameOf(id)}
                </Link>
                {nth === 0 && <small>{t('preview.first')}</small>}
                {!connected && <small>{t('preview.offline')}</small>}
              </th>
              {kind === 'clock' && (
                <td>
                  <Drift seconds={facts.get(id)?.driftSeconds} />
                </td>
              )}
              {haveEnds && <td>{until !== undefined && dateText(until)}</td>}
              {keys.map((key) => {
                const cell = cells.find((one) => one.key === key)
                return (
                  <td key={key}>
                    {cell && (
                      <>
                        <del>{words.valueText(key, cell.before)}</del> → <b>{words.valueText(key, cell.after)}</b>
                      </>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </ReadTable>
      )}
      {changing.length > rows && (
        <div className={styles.foot}>
          <Button variant="default" onClick={() => setRows(rows + ROWS)}>
            {t('preview.more', { count: Math.min(ROWS, changing.length - rows) })}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Counts({ kind, preview }: Pick<PreviewCardProps, 'kind' | 'preview'>) {
  const t = useTexts('settings', 'rollouts')
  const { changing, same, refused, endless, gone } = preview
  return (
    <ul className={styles.counts}>
      <li>{t('preview.changing', { count: changing.length })}</li>
      {same > 0 && <li>{t('preview.same', { count: same })}</li>}
      {refused > 0 && <li>{t(kind === 'clock' ? 'preview.refusedClock' : 'preview.refused', { count: refused })}</li>}
      {endless > 0 && <li>{t('preview.endless', { count: endless })}</li>}
      {gone > 0 && <li>{t('preview.gone', { count: gone })}</li>}
    </ul>
  )
}

function Drift({ seconds }: { readonly seconds: number | null | undefined }) {
  const t = useTexts('settings', 'rollouts')
  if (seconds == null) return t('preview.driftUnknown')
  if (seconds === 0) return t('preview.driftNone')
  return t(seconds > 0 ? 'preview.driftAhead' : 'preview.driftBehind', { count: Math.abs(seconds) })
}
