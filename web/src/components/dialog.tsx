/** Modal dialogs. They trap the focus and return it when they close. */

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './button.tsx'
import { useFocusAfterDialog } from './focus.ts'
import { Problem } from './states.tsx'

interface Props {
  title: string
  children: ReactNode
  /** Whether Escape and a press outside close the dialog; false if it shows a secret that cannot be shown again. */
  dismissable?: boolean
  /** Whether the dialog has the role `alertdialog`. */
  isAlert?: boolean
  /** Whether the dialog hides the page. */
  hidesPage?: boolean
  /** Whether the dialog stands at the end of a wide window, over its whole height. */
  isDrawer?: boolean
  onClose(): void
}

export function Dialog({
  title,
  children,
  dismissable = true,
  isAlert = false,
  hidesPage = false,
  isDrawer = false,
  onClose,
}: Props) {
  useFocusAfterDialog()
  return (
    <ModalOverlay
      className={`overlay ${hidesPage ? 'opaque' : ''} ${isDrawer ? 'drawer' : ''}`}
      isOpen
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
      onOpenChange={isOpen => !isOpen && onClose()}
    >
      <Modal className="modal">
        <AriaDialog className="dialog" role={isAlert ? 'alertdialog' : 'dialog'}>
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
  action: string
  run(): Promise<T>
  onDone(result: T): void
  onClose(): void
}

/** A dialog that confirms an action that cannot be undone. */
export function Confirm<T>({ title, children, action, run, onDone, onClose }: ConfirmProps<T>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: run, onSuccess: onDone })
  return (
    <Dialog title={title} isAlert onClose={onClose}>
      <div className="prose">{children}</div>
      {error ? <Problem error={error} /> : null}
      <div className="form-end">
        <Button kind="danger" pending={isPending} onPress={() => mutate()}>
          {action}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
