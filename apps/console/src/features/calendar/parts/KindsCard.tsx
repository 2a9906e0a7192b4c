import { type Calendar, KIND_COLOURS } from '@greenwave/contract/records/calendars'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useQuery } from '@tanstack/react-query'
import { calendarJunctionsQuery } from '../../../data/queries/calendars.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import styles from './Calendar.module.css'

type Kinds = Calendar['kinds']

interface KindsCardProps {
  readonly calendar: Calendar
  readonly onKinds: (kinds: Kinds) => void
  readonly onTake: () => void
}

/** Shows and edits the kinds of day, with how many junctions have settings of each. */
export function KindsCard({ calendar, onKinds, onTake }: KindsCardProps) {
  const t = useTexts('settings', 'calendar')
  const junctions = useQuery(calendarJunctionsQuery()).data
  const { kinds, rules } = calendar
  const countOf = (id: string) =>
    junctions?.filter((one) => one.kinds?.calendar === calendar.key && one.kinds.kinds[id]).length
  const change = (id: string, part: Partial<Kinds[number]>) =>
    onKinds(kinds.map((kind) => (kind.id === id ? { ...kind, ...part } : kind)))
  return (
    <Card
      title={t('kinds')}
      padded={false}
      actions={
        <Button className={styles.onScreen ?? ''} size="compact-sm" variant="default" onClick={onTake}>
          {t('take.title')}
        </Button>
      }
    >
      <ul className={styles.rows} aria-label={t('kinds')}>
        {kinds.map(({ id, name, color }) => (
          <li key={id}>
            <span className={styles.swatch} data-kind={color} aria-hidden="true" />
            <TextInput
              className={styles.what ?? ''}
              aria-label={t('kindName', { name })}
              value={name}
              maxLength={100}
              error={name.trim() === ''}
              onChange={({ currentTarget }) => change(id, { name: currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('kindColour', { name })}
              value={color}
              data={KIND_COLOURS.map((value) => ({ value, label: t(`colours.${value}`) }))}
              onChange={({ currentTarget }) => change(id, { color: currentTarget.value as Kinds[number]['color'] })}
            />
            <small>{countOf(id) === undefined ? '…' : t('junctions', { count: countOf(id) ?? 0 })}</small>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeKind', { name })}
              title={t('removeKind', { name })}
              disabled={kinds.length === 1 || rules.some((rule) => rule.kind === id)}
              onClick={() => onKinds(kinds.filter((kind) => kind.id !== id))}
            >
              <IconTrash size={16} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className={`${styles.foot} ${styles.onScreen}`}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={kinds.length >= 20}
          onClick={() => onKinds([...kinds, { id: freeId(kinds), name: t('newKind'), color: 'teal' }])}
        >
          {t('addKind')}
        </Button>
      </div>
    </Card>
  )
}

function freeId(kinds: Kinds): string {
  for (let nth = kinds.length + 1; ; nth += 1) {
    const id = `kind-${nth}`
    if (!kinds.some((kind) => kind.id === id)) return id
  }
}
