/** Dialogs: the focus goes in, stays in, and goes back to where it was. Escape closes those that lose nothing. */

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './button.tsx'
import { useFocusAfter } from './focus.ts'
import { Problem } from './states.tsx'

interface Props {
  title: string
  children: ReactNode
  /** Whether Escape and a press beside it close it: not when it shows what cannot be shown again. */
  loose?: boolean
  asks?: boolean
  /** Whether the page behind it cannot be read. */
  covers?: boolean
  onClose(): void
}

export function Dialog({ title, children, loose = true, asks = false, covers = false, onClose }: Props) {
  useFocusAfter()
  return (
    <ModalOverlay
      className={covers ? 'overlay covering' : 'overlay'}
      isOpen
      isDismissable={loose}
      isKeyboardDismissDisabled={!loose}
      onOpenChange={isOpen => !isOpen && onClose()}
    >
      <Modal className="modal">
        <AriaDialog className="dialog" role={asks ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface ConfirmProps<T> {
  title: string
  children: ReactNode
  /** The verb on the button. */
  act: string
  run(): Promise<T>
  onDone(result: T): void
  onClose(): void
}

/** Asks before something that cannot be taken back. */
export function Confirm<T>({ title, children, act, run, onDone, onClose }: ConfirmProps<T>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: run, onSuccess: onDone })
  return (
    <Dialog title={title} asks onClose={onClose}>
      <div className="prose">{children}</div>
      {error ? <Problem error={error} /> : null}
      <div className="form-end">
        <Button kind="danger" pending={isPending} onPress={() => mutate()}>
          {act}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
