/** What a feature declares: its screens. The router and the shell are made of these declarations. */
/** Where a screen is shown: inside the shell, for signed-in people without the shell, or for everyone. */
export type Frame = 'shell' | 'signed_in' | 'public'

/** A module that is loaded when its screen is opened. */
type PageModule = () => Promise<object>

/** A page that is loaded when it is opened. */
export interface LazyPage {
  /** The path in the notation of the router, such as `/1/$workspace/project/$project`; of a part, below its screen. */
  readonly path: string
  readonly load: PageModule
  /** The name of the component in the module. */
  readonly component: string
}

export interface Screen extends LazyPage {
  readonly frame: Frame
  /** Pages inside the screen, which renders them with `Outlet`. */
  readonly parts?: readonly LazyPage[]
  /** The path of the part to which the address of the screen itself leads. */
  readonly first?: string
  /** Whether a task can be open in the pane next to the screen, below `/task/{gid}`. */
  readonly hasPane?: boolean
  /** Whether the path continues with the name of a layout. */
  readonly hasLayouts?: boolean
}

export interface Feature {
  readonly screens: readonly Screen[]
}
