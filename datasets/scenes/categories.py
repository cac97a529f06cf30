"""SC24: what an object is called here, whatever the file calls it. Pure, and the one home of these words.

The left column is ours: what the map, the places to sit and to knock, and the guess of a unit go by. The right column
is what files say: the class names of HSSD and of habitat's other scene sets, and what modellers write. A name that
stands in no row stays as it is.
"""

from __future__ import annotations

import re

_NAMES = {
    "armchair": "arm_chair easy_chair recliner lounge_chair sofa_chair",
    "chair": "chairs seat semi_chair dining_chair office_chair folding_chair folded_chair desk_chair kitchen_chair "
    "rocking_chair swivel_chair wooden_chair beanbag wheelchair chair_stand",
    "sofa": "couch couches sofas sofa_set settee loveseat chaise chaise_longue daybed sectional seating "
    "set_of_armchairs sitting_area",
    "bench": "benches pew window_seat bedside_bench",
    "stool": "stools bar_stool barstool footstool ottoman pouf pouffe hocker",
    "bed": "beds bed_small bedframe bed_frame double_bed single_bed bunk_bed crib cot sunbed mattress",
    "door": "doors sliding_door garage_door shower_door front_door interior_door closet_door door_leaf doorframe "
    "door_frame gate",
    "window": "windows window_frame window_glass window_shutter skylight",
    "wall": "walls outer_wall inner_wall wall_outside wall_panel wall_board kitchen_wall shower_wall fireplace_wall "
    "closet_wall",
    "partition": "panel_screen divider room_divider",
    "floor": "floors ground floor_outside floorboards flooring terrain lawn yard",
    "ceiling": "ceilings roof",
    "stairs": "stair staircase stair_step step steps stairway",
    "rug": "rugs carpet carpets floor_mat doormat mat shower_mat bath_mat",
    "table": "tables dinner_table dining_table coffee_table side_table end_table lamp_table display_table bed_table "
    "ping_pong_table pool_table dj_table kitchen_island",
    "desk": "desks computer_desk drawer_desk wall_desk workstation writing_desk",
    "nightstand": "night_stand bedside_table",
    "shelf": "shelves shelving bookshelf bookcase book_rack bathroom_shelf kitchen_shelf shelf_cabinet wall_cubby",
    "cabinet": "cabinets kitchen_cabinet kitchen_lower_cabinet bathroom_cabinet storage_cabinet file_cabinet "
    "filing_cabinet display_cabinet bar_cabinet wine_cabinet sink_cabinet wash_cabinet credenza sideboard cupboard "
    "media_console tv_stand",
    "counter": "kitchen_counter bathroom_counter worktop countertop",
    "wardrobe": "wardrobes closet clothes_rack armoire",
    "dresser": "chest_of_drawers drawer drawers dressing_table vanity commode",
    "fridge": "refrigerator refridgerator freezer mini_fridge",
    "oven": "cooker stove stovetop cooker_unit microwave",
    "sink": "washbasin bath_sink sink_basin basin toilet_sink",
    "bathtub": "bath bath_tub jacuzzi",
    "toilet": "toilets bidet urinal toilet_seat toilet_stall",
    "shower": "shower_glass shower_stall",
    "lamp": "lamps light lights floor_lamp table_lamp ceiling_lamp wall_lamp chandelier lighting lamp_stand "
    "lamp_standing ceiling_light pendant",
    "picture": "pictures painting paintings picture_frame painting_frame photo photo_mount art_frame poster",
    "mirror": "mirrors",
    "tv": "television tv_monitor led_tv tv_screen",
    "plant": "plants potted_plant house_plant flowerpot tree bush",
    "pillow": "pillows cushion cushions",
    "curtain": "curtains blinds window_shade shower_curtain drape drapes",
}
_OURS = {other: name for name, others in _NAMES.items() for other in [name, *others.split()]}
FURNITURE = frozenset(_NAMES) - {"door", "window", "wall", "partition", "floor", "ceiling", "stairs"}
"""What stands in a room and makes none."""
UPRIGHT = frozenset({"wall", "door", "window", "partition", "curtain"})
"""What nobody stands on, however it lies in a file."""
_MISLEADING = "dog_bed cat_bed pet_bed flower_bed garden_bed car_seat booster_seat"
"""Their last word is not what they are."""
_MANNERS = (
    "small medium large big tiny tall short low high long wide narrow round square rectangle rectangular oval corner "
    "left right front back center centre upper lower single double standing hanging wood wooden metal glass plastic "
    "leather white black brown grey gray red green blue old new modern main"
)
LONGEST = 64


def category_of(name: str) -> str:
    """'chair.03' and 'Chair_03 (Clone)' are chairs, and so is 'dining chair'."""
    stem = re.sub(r"[\W_]*\d+.*$", "", _spaced(name)).strip().lower()
    word = re.sub(r"[\W_]+", "_", stem).strip("_")
    return known_category(word) or word[:LONGEST] or "object"


def known_category(word: str) -> str:
    """Our word for one of theirs, or empty. Of several words the last ones count (`frl_apartment_chair`), or the
    first ones where only a manner or a letter follows (`table_medium`, `shelf_A_big`)."""
    if word in _OURS:
        return _OURS[word]
    words = word.split("_")
    while len(words) > 1 and (words[-1] in _MANNERS.split() or len(words[-1]) == 1):
        words.pop()
    if "_".join(words) in _MISLEADING.split():
        return ""
    tails = ("_".join(words[at:]) for at in range(len(words)))
    return next((_OURS[tail] for tail in tails if tail in _OURS), "")


def _spaced(name: str) -> str:
    """DiningChair as Dining_Chair."""
    return re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", "_", name)
