import { parseSite, SITE_KEY, siteToWrite } from '@greenwave/contract/records/junctionSite'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { shownValue } from '@greenwave/controller/checks/ranges'
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { parseLearnedStyles, parseSetStyles } from '@greenwave/observer/replay/recordedStyles'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Term } from '../../../shared/Explained.tsx'
import { useDisplayWords } from '../../../shared/useDisplayWords.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { asTexts } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import {
  areAllLike,
  CONTROL_CHOICES,
  CONTROL_KEY,
  type DisplaysTexts,
  displaysTexts,
  GREEN_ENDS,
  GREEN_RANGE,
  greenKey,
  type Lamp,
  LAMPS,
  lampKey,
  numberKey,
  parseDisplaysForm,
  STYLE_CHOICES,
  STYLE_NUMBERS,
  type StyleNumber,
  valuesTyped,
  withAllLike,
} from '../model/displaysForm.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import { DecimalField } from './DecimalField.tsx'
import type { DialogProps } from './dialogProps.ts'
import findings from './Findings.module.css'
import styles from './Geometry.module.css'
import { useChangeFlow } from './useChangeFlow.ts'

const KEYS = [SITE_KEY]
/** Members of an edit that this form leaves as they are stored. */
const NO_PHASES = { 1: {}, 2: {}, 3: {} }
const FIRST: Lamp = { phase: 1, colour: 'red' }

/** The form of how a junction's lamps count and of how its greens are controlled. What is set wins over what is learned. */
export function DisplaysDialog({ view, opened, onClose }: DialogProps) {
  const t = useTexts('settings', 'displays')
  const geometry = useTexts('settings', 'geometry')
  const device = useTexts('device')
  const { nameOf } = usePhaseNames()
  const { styleText, controlText } = useDisplayWords()
  const flow = useChangeFlow({
    view,
    scope: 'SERVER_SCOPE',
    keys: KEYS,
    fallback: t('failed'),
    onSaved: () => notifySuccess(t('saved')),
    onClose,
  })
  const stored = () => displaysTexts(parseSetStyles(view.server[SITE_KEY]?.value))
  const [begun] = useState(stored)
  const [typed, setTyped] = useState(begun)
  const learned = parseLearnedStyles(view.server[LEARNED_KEY]?.value)
  const { edit, faults } = parseDisplaysForm(typed)
  const isLike = areAllLike(typed, FIRST)
  const [isOpen, setOpen] = useState(!isLike)
  const unread = parseSite(flow.current[SITE_KEY]).odd.filter(({ field }) => /^(?:display|control)/.test(field))
  const set = (key: string, text: string) => setTyped((before) => ({ ...before, [key]: text }))
  const setAll = (key: string, text: string) => setTyped((before) => withAllLike({ ...before, [key]: text }, FIRST))

  const errorOf = (key: string, { min, max }: { readonly min: number; readonly max: number }) => {
    const fault = faults.get(key)
    if (fault === undefined) return undefined
    if (fault === 'missing') return t('missing', { min, max })
    return fault === 'aboveLargest' ? t('aboveLargest') : geometry(`faults.${fault}`, { min, max })
  }
  const learnedText = (lamp: Lamp) => {
    const style = ofPhase(learned.display, lamp.phase)[lamp.colour]
    return style ? t('learnedIs', { style: styleText(style) }) : t('notLearned')
  }
  const field = (lamp: Lamp, name: StyleNumber, change: typeof set) => {
    const key = numberKey(lamp, name)
    return (
      <DecimalField
        key={name}
        label={t(`numbers.${name}`)}
        value={typed[key] ?? ''}
        error={errorOf(key, STYLE_NUMBERS[name])}
        onChange={(text) => change(key, text)}
      />
    )
  }
  /** The fields of a style: those of one lamp, or of the first one for all. */
  const styleFields = (lamp: Lamp, label: string, isForAll: boolean) => {
    const change = isForAll ? setAll : set
    const isMixed = isForAll && !isLike
    const kind = typed[lampKey(lamp)]
    return (
      <div key={lamp.colour} className={styles.fields}>
        <NativeSelect
          className={styles.wide ?? ''}
          label={label}
          description={isForAll ? undefined : learnedText(lamp)}
          data={[
            ...(isMixed ? [{ value: 'mixed', label: t('mixed') }] : []),
            ...STYLE_CHOICES.map((value) => ({ value, label: t(`choices.${value}`) })),
          ]}
          value={isMixed ? 'mixed' : kind}
          onChange={(event) => change(lampKey(lamp), event.currentTarget.value)}
          data-autofocus={isForAll || undefined}
        />
        {!isMixed && kind === 'last' && [field(lamp, 'seconds', change), field(lamp, 'filler', change)]}
        {!isMixed && kind !== 'learned' && field(lamp, 'flash', change)}
      </div>
    )
  }
  const control = learned.control ? t('learnedIs', { style: controlText(learned.control) }) : t('notLearned')
  return (
    <ChangeDialog
      opened={opened}
      flow={flow}
      view={view}
      findings={[]}
      lead={<strong>{t('title')}</strong>}
      onClose={onClose}
      form={{
        title: t('title'),
        size: 'lg',
        submitLabel: geometry('save'),
        typed: {
          initial: begun,
          values: typed,
          restore: (kept) => setTyped((before): DisplaysTexts => ({ ...before, ...asTexts(kept) })),
        },
        onSubmit: (event) => {
          event.preventDefault()
          if (edit) flow.ask(siteToWrite(flow.current[SITE_KEY], { phases: NO_PHASES, whole: edit }))
        },
        children: (
          <>
            <ConflictNote flow={flow} typed={valuesTyped(typed)} onTakeTheirs={() => setTyped(stored())} />
            <p className={findings.hint}>{t('hint')}</p>
            {unread.map(({ field: place, value }) => (
              <p key={place} className={findings.note} data-bad>
                {geometry('unread', { field: place, value: shownValue(value) })}
              </p>
            ))}
            <fieldset className={styles.group}>
              <legend>{t('display')}</legend>
              {styleFields(FIRST, t('all'), true)}
              <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
                <summary>{t('each')}</summary>
                {isOpen &&
                  PHASES.map((phase) => (
                    <fieldset key={phase} className={styles.group}>
                      <legend>
                        <Term of="phase">{nameOf(phase) ?? device('phase', { phase })}</Term>
                      </legend>
                      {LAMPS.filter((lamp) => lamp.phase === phase).map((lamp) =>
                        styleFields(lamp, device(`signals.${lamp.colour}`), false),
                      )}
                    </fieldset>
                  ))}
              </details>
            </fieldset>
            <fieldset className={styles.group}>
              <legend>{device('displays.control')}</legend>
              <NativeSelect
                label={t('control')}
                description={control}
                data={CONTROL_CHOICES.map((value) => ({ value, label: t(`controls.${value}`) }))}
                value={typed[CONTROL_KEY]}
                onChange={(event) => set(CONTROL_KEY, event.currentTarget.value)}
              />
              {typed[CONTROL_KEY] === 'actuated' && (
                <div className={styles.fields}>
                  {PHASES.flatMap((phase) =>
                    GREEN_ENDS.map((end) => (
                      <DecimalField
                        key={`${phase} ${end}`}
                        label={device(`displays.${end}`, { phase })}
                        value={typed[greenKey(phase, end)] ?? ''}
                        error={errorOf(greenKey(phase, end), GREEN_RANGE)}
                        onChange={(text) => set(greenKey(phase, end), text)}
                      />
                    )),
                  )}
                </div>
              )}
            </fieldset>
          </>
        ),
      }}
    />
  )
}
