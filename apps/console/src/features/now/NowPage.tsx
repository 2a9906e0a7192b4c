import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useFleet, useOpenIncidents } from '../../data/fleet/useFleet.ts'
import { useSession } from '../../data/session.ts'
import { ChosenBarSlot } from '../../shared/ChosenBarSlot.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import { type NowDialog, parseNowForm } from './model/nowActions.ts'
import { Selection } from './model/Selection.ts'
import styles from './NowPage.module.css'
import type { BesideParts } from './parts/JunctionBeside.tsx'
import { ListHead, ShiftsAndWall } from './parts/ListHead.tsx'
import { useNowActions } from './parts/useNowActions.ts'
import { WhatIsWrong } from './parts/WhatIsWrong.tsx'

/** Where both the map and the list have room. */
const WIDE = '(min-width: 1000px)'

const JunctionMap = lazyPart(async () => (await import('./parts/JunctionMap.tsx')).JunctionMap, 'incidents')
const JunctionBeside = lazyPart(
  async () => (await import('./parts/JunctionBeside.tsx')).JunctionBeside,
  'incidents',
  'monitoring',
)
const NowDialogs = lazyPart(
  async () => (await import('./dialogs/NowDialogs.tsx')).NowDialogs,
  'incidents',
  'monitoring',
)

/**
 * What is wrong now, and what is done about it. Customer users see their own junctions, and only see.
 *
 * @param props.renderPast renders the incidents that are over. It is a property because features do not import one another
 */
export function NowPage({ renderPast, ...beside }: BesideParts & { readonly renderPast: () => ReactNode }) {
  const t = useTexts('incidents', 'now')
  const map = useTexts('incidents', 'junctionMap')
  usePageTitle(t('title'))
  const session = useSession()
  const mayAct = session.state === 'signedIn' && session.isTenantAdmin
  const address = useSearch({ from: '/shell/now' })
  const fleet = useFleet()
  const open = useOpenIncidents()
  const [selection] = useState(() => new Selection())
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const [part, setPart] = useState<'list' | 'map'>('list')
  const { device } = address
  useEffect(() => {
    if (device !== undefined) selection.select(device)
  }, [selection, device])
  const dialogs = useKeptDialog<NowDialog>('now', parseNowForm)
  const tenantActions = useNowActions({ fleet, incidents: open }, dialogs.setDialog)
  const actions = mayAct ? tenantActions : undefined
  if (address.show === 'past') {
    return (
      <div className={styles.past}>
        <header className={styles.header}>
          <h1>{t('title')}</h1>
          <ShiftsAndWall />
          <ListHead address={address} fleet={fleet} open={open} />
        </header>
        {renderPast()}
      </div>
    )
  }
  return (
    <div className={styles.page} data-beside={device !== undefined || undefined}>
      <h1 className={styles.hidden}>{t('title')}</h1>
      {!isWide && device === undefined && (
        <SegmentedControl
          className={styles.choice ?? ''}
          aria-label={map('show')}
          value={part}
          onChange={(value) => setPart(value === 'map' ? 'map' : 'list')}
          data={[
            { value: 'list', label: map('list') },
            { value: 'map', label: map('map') },
          ]}
        />
      )}
      {(isWide || (part === 'map' && device === undefined)) && (
        <div className={styles.map}>
          <PartLoading meanwhile={<SkeletonBlock height={420} />} failed={<p>{map('failed')}</p>}>
            <JunctionMap fleet={fleet} selection={selection} level={address.level} mayChoose={mayAct} />
          </PartLoading>
        </div>
      )}
      {device !== undefined && (
        <PartLoading meanwhile={<SkeletonBlock height={420} />}>
          <JunctionBeside
            deviceId={device}
            fleet={fleet}
            open={open}
            selection={selection}
            actions={actions}
            {...beside}
          />
        </PartLoading>
      )}
      {(isWide || (part === 'list' && device === undefined)) && (
        <WhatIsWrong address={address} fleet={fleet} open={open} selection={selection} actions={actions} />
      )}
      {mayAct && <ChosenBarSlot />}
      {mayAct && <PageDialogs kept={dialogs} of={NowDialogs} />}
    </div>
  )
}
