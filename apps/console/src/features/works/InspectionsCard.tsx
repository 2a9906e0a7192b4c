import { daysLate } from '@greenwave/contract/records/inspections'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { isoDate } from '@greenwave/controller/isoTime'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChosenJunctions } from '../../data/chosenJunctions.ts'
import {
  beginningOf,
  endInspectionMutation,
  inspectionsQuery,
  type JunctionInspection,
} from '../../data/queries/inspections.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useNow } from '../../data/useNow.ts'
import { CsvFile } from '../../shared/CsvFile.ts'
import { dayText } from '../../shared/dateText.ts'
import { saveFile } from '../../shared/saveFile.ts'
import { useDueText } from '../../shared/useDueText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { DeleteDialog } from '../../ui/dialogs/QuestionDialog.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { StatusTag } from '../../ui/states/StatusTag.tsx'
import { InspectionDialog, type InspectionSubject } from './dialogs/InspectionDialog.tsx'

interface InspectionsCardProps {
  /** Undefined for all junctions. */
  readonly device: DeviceInfo | undefined
  /** Notes a work that does an inspection of the junction; undefined for users who only watch. */
  readonly onInspect: ((name: string) => void) | undefined
}

/** The planned inspections of a junction, or of all: how often, when last, and what is due. */
export function InspectionsCard({ device, onInspect }: InspectionsCardProps) {
  const t = useTexts('settings', 'inspections')
  const { data: rows = [], isPending, error, refetch } = useQuery(inspectionsQuery(device ?? 'all'))
  const chosen = useChosenJunctions()
  const [subject, setSubject] = useState<InspectionSubject | null>(null)
  const [ended, setEnded] = useState<InspectionGroup | null>(null)
  const groups = groupsOf(rows)
  const mayWrite = onInspect !== undefined
  const wanted = device ? [device.id.id] : chosen
  const ofThese = (ids: readonly string[]) =>
    device ? device.label?.trim() || device.name : t('junctions', { count: ids.length })
  if (!mayWrite && !error && rows.length === 0) return null
  return (
    <Card
      title={t('title')}
      padded={rows.length === 0}
      actions={
        <Group gap={8}>
          {mayWrite && wanted.length > 0 && (
            <Button
              variant="default"
              mih="var(--gw-target)"
              onClick={() => setSubject({ deviceIds: wanted, of: ofThese(wanted), before: undefined })}
            >
              {device ? t('add') : t('addChosen', { count: wanted.length })}
            </Button>
          )}
          {device === undefined && rows.length > 0 && <CsvButton rows={rows} />}
        </Group>
      }
    >
      {error && <ErrorState error={error} fallback={t('loadFailed')} onRetry={() => void refetch()} />}
      {!error && !isPending && rows.length === 0 && t('none')}
      {rows.length > 0 && (
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }} aria-label={t('title')}>
          {groups.map((group) => (
            <GroupRow
              key={group.name}
              group={group}
              isOfAll={device === undefined}
              onInspect={device && onInspect}
              onEdit={
                mayWrite
                  ? ({ deviceIds, first }) =>
                      setSubject({ deviceIds, of: ofThese(deviceIds), before: first.inspection })
                  : undefined
              }
              onEnd={mayWrite ? setEnded : undefined}
            />
          ))}
        </ul>
      )}
      {mayWrite && !device && chosen.length === 0 && (
        <p style={{ margin: rows.length > 0 ? '8px 16px' : '8px 0 0', color: 'var(--gw-ink-2)' }}>{t('chooseHint')}</p>
      )}
      <DialogSlot
        subject={subject}
        render={(of, opened) => (
          <InspectionDialog
            subject={of}
            names={groups.map(({ name }) => name)}
            opened={opened}
            onClose={() => setSubject(null)}
          />
        )}
      />
      <DialogSlot
        subject={ended}
        render={({ name, deviceIds }, opened) => (
          <DeleteDialog
            texts={t}
            mutation={endInspectionMutation(deviceIds)}
            id={name}
            opened={opened}
            name={name}
            detail={ofThese(deviceIds)}
            consequence={t('deleteConsequence')}
            onClose={() => setEnded(null)}
          />
        )}
      />
    </Card>
  )
}

/** The inspections of one name, the one that is due first. */
interface InspectionGroup {
  readonly name: string
  readonly first: JunctionInspection
  readonly deviceIds: readonly string[]
  readonly rows: readonly JunctionInspection[]
}

/** Groups rows that begin with what is due first. */
function groupsOf(rows: readonly JunctionInspection[]): readonly InspectionGroup[] {
  return [...Map.groupBy(rows, ({ inspection: { name } }) => name)].flatMap(([name, own]) => {
    const [first] = own
    return first ? [{ name, first, rows: own, deviceIds: own.map(({ deviceId }) => deviceId) }] : []
  })
}

interface GroupRowProps {
  readonly group: InspectionGroup
  readonly isOfAll: boolean
  readonly onInspect: ((name: string) => void) | undefined
  readonly onEdit: ((group: InspectionGroup) => void) | undefined
  readonly onEnd: ((group: InspectionGroup) => void) | undefined
}

function GroupRow({ group, isOfAll, onInspect, onEdit, onEnd }: GroupRowProps) {
  const t = useTexts('settings', 'inspections')
  const dueText = useDueText()
  const today = isoDate(useNow(60_000, serverNowMs))
  const { name, first, rows } = group
  const late = rows.filter(({ due }) => due < today).length
  const { tone, text } = dueText(first.due, today)
  const { last } = first.inspection
  const every = [...new Set(rows.map(({ inspection: { months } }) => months))].map((count) => t('every', { count }))
  const facts = isOfAll
    ? [every.join(', '), t('junctions', { count: rows.length }), ...(late > 0 ? [t('lateHere', { count: late })] : [])]
    : [every.join(), last === null ? t('notYet') : t('lastOn', { day: dayText(beginningOf(last)) })]
  const buttons = [
    ...(onInspect ? [{ label: t('inspect'), act: () => onInspect(name) }] : []),
    ...(onEdit ? [{ label: t('edit'), act: () => onEdit(group) }] : []),
    ...(onEnd ? [{ label: t('delete'), act: () => onEnd(group) }] : []),
  ]
  return (
    <li style={{ padding: '12px 16px', borderTop: '1px solid var(--gw-line)' }}>
      <Group gap={8} justify="space-between" align="flex-start">
        <Stack gap={6} style={{ flex: '1 1 280px', minWidth: 0 }}>
          <Group gap={8}>
            <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>
            <StatusTag tone={tone}>{text}</StatusTag>
          </Group>
          <div style={{ color: 'var(--gw-ink-2)' }}>{facts.join(' · ')}</div>
        </Stack>
        <Group gap={8}>
          {buttons.map(({ label, act }) => (
            <Button key={label} size="xs" variant="default" mih="var(--gw-target)" onClick={act}>
              {label}
            </Button>
          ))}
        </Group>
      </Group>
    </li>
  )
}

/** Saves the inspections of all junctions, what is due first. */
function CsvButton({ rows }: { readonly rows: readonly JunctionInspection[] }) {
  const t = useTexts('settings', 'inspections')

  function save(): void {
    const today = isoDate(serverNowMs())
    const columns = ['junction', 'name', 'months', 'last', 'due', 'daysLate'] as const
    const file = new CsvFile(columns.map((key) => t(`field.${key}`)))
    for (const { junction, inspection, due } of rows) {
      const { name, months, last } = inspection
      file.add([junction, name, months, last ?? '', due, Math.max(0, daysLate(due, today))])
    }
    saveFile(file.blob(), 'inspections.csv')
  }

  return (
    <Button variant="default" mih="var(--gw-target)" onClick={save}>
      {t('csv')}
    </Button>
  )
}
