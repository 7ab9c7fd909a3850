"""The campaign between the fights: the hero pad, the camp, the bag, banes, weeks and the scion's influence."""
