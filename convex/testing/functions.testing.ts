import type { Who } from "../shared/guards";

interface PublicFunction {
  isPublic?: boolean;
  isQuery?: boolean;
  isMutation?: boolean;
  who?: Who;
  exportReturns?: () => string;
}

const modules = import.meta.glob<Record<string, PublicFunction | undefined>>(
  ["../**/*.ts", "!../_generated/**", "!../**/*.{test,testing,config}.ts"],
  { eager: true },
);

/** Every public function of the product by its name, such as `matches:list`. */
export const publicFunctions = new Map(
  Object.entries(modules).flatMap(([path, module]) =>
    Object.entries(module).flatMap(([name, value]) =>
      value?.isPublic === true ? [[`${path.slice("../".length, -".ts".length)}:${name}`, value]] : [],
    ),
  ),
);
