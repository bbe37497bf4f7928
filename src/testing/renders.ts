import { options, type VNode } from "preact";
import { onTestFinished } from "vitest";

/** Returns the names of the components that render from now on, until the test ends. */
export function renderedComponents(): ReadonlySet<string> {
  const names = new Set<string>();
  // Preact calls this option before each render.
  const hooks = options as { __r?: ((vnode: VNode) => void) | undefined };
  const { __r: beforeRender } = hooks;
  hooks.__r = (vnode) => {
    if (typeof vnode.type === "function") names.add(vnode.type.name);
    beforeRender?.(vnode);
  };
  onTestFinished(() => void (hooks.__r = beforeRender));
  return names;
}
