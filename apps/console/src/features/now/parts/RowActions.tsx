import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Incident } from '../../../data/fleet/incident.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { incidentsOf } from '../../../data/fleet/worstFirst.ts'
import type { NowActions } from '../model/nowActions.ts'
import type { ShownRow } from '../model/shownRows.ts'

const small = { size: 'xs', variant: 'default' } as const

interface RowActionsProps {
  readonly shown: ShownRow
  /** Name of the junction. */
  readonly name: string
  /** Undefined for users who only watch. */
  readonly actions: NowActions | undefined
}

/** The buttons of the selected row. */
export function RowActions({ shown: { row, corridorId }, name, actions }: RowActionsProps) {
  const t = useTexts('incidents', 'now')
  const isGroup = row.kind === 'group'
  const incidents = incidentsOf(row)
  const incident = row.kind === 'incident' ? row.incident : undefined
  const junction = row.kind === 'junction' ? row.junction : undefined
  const id = junction?.id ?? incident?.junctionId ?? ''
  const mute = row.kind === 'incident' ? row.mute : row.level === 1 ? (junction?.mute ?? null) : null
  const isOpen = incidents.some(({ acknowledgedMs }) => acknowledgedMs === null)
  return (
    <Group mt={8} gap={6} role="group" aria-label={t('actionsOf', { junction: name })}>
      {actions && isOpen && (
        <Button
          {...small}
          variant="filled"
          disabled={incidents.some((one) => actions.pending.has(one.id))}
          onClick={() => actions.acknowledge(incidents)}
        >
          {t(incidents.length > 1 ? 'acknowledgeAll' : 'acknowledge')}
        </Button>
      )}
      {actions && incident && (
        <>
          <Button {...small} onClick={() => actions.ask(assignOf(incident))}>
            {t('assign')}
          </Button>
          <Button
            {...small}
            onClick={() =>
              actions.ask({
                kind: 'comment',
                deviceId: incident.of === 'junction' ? incident.junctionId : null,
                ...subjectOf(incident),
              })
            }
          >
            {t('comment')}
          </Button>
        </>
      )}
      {actions && !isGroup && mute && (
        <Button {...small} disabled={actions.pending.has(id)} onClick={() => actions.unmute({ id, name })}>
          {t('unmute')}
        </Button>
      )}
      {actions && !isGroup && !mute && corridorId === null && (
        <Button {...small} onClick={() => actions.ask({ kind: 'mute', junctionId: id, junction: name })}>
          {t('mute')}
        </Button>
      )}
      {corridorId !== null && (
        <Button
          {...small}
          renderRoot={(props) => <Link {...props} to="/corridors/$corridorId" params={{ corridorId }} />}
        >
          {t('openJunction')}
        </Button>
      )}
      {!isGroup && corridorId === null && <OpenJunction deviceId={id} />}
    </Group>
  )
}

/** Leads to the page of a junction. */
export function OpenJunction({ deviceId }: { readonly deviceId: string }) {
  const t = useTexts('incidents', 'now')
  return (
    <Button {...small} renderRoot={(props) => <Link {...props} to="/devices/$deviceId" params={{ deviceId }} />}>
      {t('openJunction')}
    </Button>
  )
}

const subjectOf = ({ id, junction }: Incident) => ({ alarmId: id, junction })
const assignOf = (incident: Incident) => ({
  kind: 'assign' as const,
  ...subjectOf(incident),
  assigneeId: incident.assignee?.id ?? null,
  customerId: incident.customerId,
})
