import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { chooseJunctions, useChosenJunctions } from '../data/chosenJunctions.ts'
import { useTexts } from '../texts/useTexts.ts'
import styles from './ChosenBar.module.css'

const TASKS = ['settings', 'values', 'mode', 'clock'] as const

/** Shows how many junctions are chosen, and links to the actions on all of them. */
export function ChosenBar({ withRoom }: { readonly withRoom: boolean }) {
  const t = useTexts('settings', 'rollouts')
  const navigate = useNavigate()
  const { length: count } = useChosenJunctions()
  return (
    <>
      {withRoom && <div className={styles.room} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a region would be one landmark more */}
      <div className={styles.bar} role="group" aria-label={t('bar')}>
        <b role="status">{t('chosen', { count })}</b>
        {TASKS.map((task) => (
          <Button key={task} variant="default" onClick={() => void navigate({ to: '/rollouts/new', search: { task } })}>
            {t(`task.${task}`)}
          </Button>
        ))}
        <Button variant="default" onClick={() => void navigate({ to: '/changes/works' })}>
          {t('toInspections')}
        </Button>
        <Button variant="default" onClick={() => void navigate({ to: '/files/settings' })}>
          {t('toFile')}
        </Button>
        <Button variant="subtle" onClick={() => chooseJunctions([])}>
          {t('chooseNone')}
        </Button>
      </div>
    </>
  )
}
