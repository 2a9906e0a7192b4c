import { ofPhase } from '@greenwave/controller/controllerLimits'
import { isServed, servedPhases } from '@greenwave/controller/cycle'
import { AUTOMATIC_MODE, FLASHING_MODE } from '@greenwave/controller/mode'
import { retime } from '@greenwave/controller/retime'
import { programOf } from '@greenwave/controller/settings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { type JunctionAct, openJunction, parseJunctionAct } from '../../../data/openJunction.ts'
import { acknowledge, openAlarmsQuery } from '../../../data/queries/incidents.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { DialogSlot } from '../../../ui/dialogs/DialogSlot.tsx'
import { QuestionDialog } from '../../../ui/dialogs/QuestionDialog.tsx'
import { useAskedDialog } from '../../../ui/dialogs/useAskedDialog.ts'
import { notifyErrorBriefly } from '../../../ui/notices/notify.tsx'
import { asTexts } from '../../../ui/forms/typedForm.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'

interface JunctionActsProps {
  readonly deviceId: string
  readonly name: string
  readonly onOpen: OpenDialog
}

const actsOf = ({ inEffect, settings, telemetryKnown }: DeviceState) => ({
  program: inEffect?.program ?? null,
  settings,
  isKnown: telemetryKnown,
})

const MODES = { flash: FLASHING_MODE, hold1: 1, hold2: 2, automatic: AUTOMATIC_MODE } as const

/** Offers the junction on screen to the palette, and opens the dialog of an act that is chosen there. Nothing is sent before it is confirmed. */
export function JunctionActs({ deviceId, name, onOpen }: JunctionActsProps) {
  const t = useTexts('admin', 'find')
  const { program, settings, isKnown } = useDevice(deviceId, actsOf)
  const [question, setQuestion] = useState<object | null>(null)
  useEffect(() => {
    const phases = program === null ? [] : servedPhases(programOf(settings, program))
    openJunction.set({ deviceId, name, live: { phases } })
  }, [deviceId, name, program, settings])
  useEffect(() => () => openJunction.set(null), [])
  const take = ({ act, phase = 1, by = 0 }: JunctionAct) => {
    if (act === 'acknowledge') setQuestion({})
    else if (act === 'time') onOpen({ kind: 'time' })
    else if (act !== 'green') onOpen({ kind: 'mode', mode: MODES[act] })
    else {
      const before = program === null ? null : programOf(settings, program)
      // The page on which it was chosen does not know which phases get green now.
      if (program === null || before === null || !isServed(ofPhase(before.phases, phase))) {
        notifyErrorBriefly(t('noGreen', { phase }))
        return
      }
      const edit = { phase, part: 'green', value: ofPhase(before.phases, phase).green + by } as const
      const { phases = before.phases } = retime(before.phases, settings.clearance, edit, { kind: 'clearances' })
      onOpen({ kind: 'program', program }, asTexts(programRow.at({ program }).write({ ...before, phases })))
    }
  }
  useAskedDialog(isKnown ? take : undefined, parseJunctionAct)
  return (
    <DialogSlot
      subject={question}
      render={(_, opened) => (
        <AcknowledgeQuestion deviceId={deviceId} name={name} opened={opened} onClose={() => setQuestion(null)} />
      )}
    />
  )
}

interface AcknowledgeQuestionProps {
  readonly deviceId: string
  readonly name: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks whether to acknowledge the open incidents of a junction. */
function AcknowledgeQuestion({ deviceId, name, opened, onClose }: AcknowledgeQuestionProps) {
  const t = useTexts('admin', 'find')
  const open = useQuery(openAlarmsQuery(deviceId, 'palette'))
  const client = useQueryClient()
  const alarms = open.data ?? []
  const types = alarms.map(({ type }) => type).join(', ')
  return (
    <QuestionDialog
      opened={opened}
      title={t('acts.acknowledge')}
      question={t(open.data && alarms.length === 0 ? 'nothingToAcknowledge' : 'acknowledgeQuestion')}
      name={name}
      detail={types}
      done={t('acknowledged')}
      failed={t('acknowledgeFailed')}
      id={deviceId}
      mutation={{
        mutationFn: async () => {
          for (const { id } of alarms) await acknowledge(id.id)
        },
        onSettled: () => client.invalidateQueries({ queryKey: ['alarms'] }),
      }}
      onClose={onClose}
    />
  )
}
